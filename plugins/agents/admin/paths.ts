/* What the frame of the console needs; the rest of the model comes with the screens. */

export const agentsPath = '/desktop-agents'
export const agentPath = ({ id }: { id: string }) => `${agentsPath}/${encodeURIComponent(id)}`
/** The queue with the command open. */
export const commandPath = ({ id }: { id: string }) =>
  `${agentsPath}?tab=commands&command=${encodeURIComponent(id)}`
