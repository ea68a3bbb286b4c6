// Which players of a stranger's game may play at this table: one may name a program to be run, or a file to be written.

/** Whether an agent is offered, or is a harmless one with parameters that name no file which it writes. */
export function mayPlay(agents, spec) {
  const offered = (name) => agents.find((agent) => agent.spec === name && agent.harmless);
  if (offered(spec)) return true;
  const [name, ...rest] = spec.split(":");
  const given = (rest[0] ?? "").split(",").map((one) => one.split("=")[0].trim());
  return rest.length < 2 && !!offered(name) && !given.some((one) => offered(name).writes.includes(one));
}
