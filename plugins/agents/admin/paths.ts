/* Paths that the console needs at startup. The rest of the model loads later, with the screens. */

export const agentsPath = '/desktop-agents'
export const agentPath = ({ id }: { id: string }) => `${agentsPath}/${encodeURIComponent(id)}`
/** Returns the address of the queue with the command open. */
export const commandPath = ({ id }: { id: string }) =>
  `${agentsPath}?tab=commands&command=${encodeURIComponent(id)}`
