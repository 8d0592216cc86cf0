/* Paths that the first load needs. This is a separate file, because the model loads with the screens. */

export const agentsPath = '/desktop-agents'
export const agentPath = ({ id }: { id: string }) => `${agentsPath}/${encodeURIComponent(id)}`
/** Returns the address of the queue with the command open. */
export const commandPath = ({ id }: { id: string }) =>
  `${agentsPath}?tab=commands&command=${encodeURIComponent(id)}`
