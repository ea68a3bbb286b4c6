// A program in Node that takes a seat at a table, as examples/table_client.py does:
//
//     npm install ws          # Node 22 and later have a WebSocket of their own
//     node examples/table_client.mjs "http://127.0.0.1:8765/?seat=..."

const [link] = process.argv.slice(2);
if (!link) {
  console.error("usage: node table_client.mjs LINK");
  process.exit(2);
}
const WebSocket = globalThis.WebSocket ?? (await import("ws")).WebSocket;
const address = new URL(link);
const scheme = address.protocol === "https:" ? "wss" : "ws"; // a proxy encrypts
let isAsking = false;
const socket = new WebSocket(`${scheme}://${address.host}/socket?seat=${address.searchParams.get("seat")}`);

/** The id of the action to play; `legal` are those that one may, `view` is what this seat knows. */
const choose = ({ legal }) => legal[Math.floor(Math.random() * legal.length)].action;

const say = (message) => socket.send(JSON.stringify(message));

socket.addEventListener("close", ({ code, reason }) => {
  if (code !== 1000) console.error(`closed: ${code} ${reason}`);
});
socket.addEventListener("message", ({ data }) => {
  const message = JSON.parse(data);
  if (message.type === "error") console.error(`refused: ${message.text}`);
  if (message.type === "seated") console.error(`back to this seat: ${address.origin}${message.link}`);
  if (message.type === "room" && message.you === null && !isAsking) {
    isAsking = true; // who comes by the table's link takes a free seat, and who comes by that of a seat has it
    const { seat } = message.places.find(({ free }) => free);
    say({ type: "sit", seat, name: "a program in Node" });
  }
  if (message.type !== "state") return;
  if (message.over) {
    console.log("returns by seat:", JSON.stringify(message.returns));
    socket.close(1000);
  } else if (message.yours) say({ type: "act", action: choose(message), ply: message.plies, revision: message.revision });
});
