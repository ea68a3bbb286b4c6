// The gallery: a frame for each scene, in which the table's page itself shows it; one is loaded after another.

const given = new URLSearchParams(location.search);

/** Waits until the page in a frame shows its scene. */
async function shown(frame) {
  while (!frame.contentDocument?.documentElement?.dataset.shown) await new Promise(requestAnimationFrame);
}

async function hang({ name, game, size: [width, height] }) {
  const frame = document.createElement("iframe");
  const asked = new URLSearchParams({ ...Object.fromEntries(given), name });
  Object.assign(frame, { src: `scene.html?${asked}`, width, height, title: name });
  const figure = document.createElement("figure");
  const caption = document.createElement("figcaption");
  caption.textContent = `${game}: ${name}`;
  figure.append(caption, frame);
  document.body.append(figure);
  await shown(frame);
}

for (const scene of await (await fetch("scenes.json")).json())
  if (!given.has("only") || given.getAll("only").includes(scene.name)) await hang(scene);
document.body.dataset.ready = "yes";
