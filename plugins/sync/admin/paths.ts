/* What the frame of the console needs; the rest of the model comes with the screens. */

export const syncPath = '/sync-contracts'
export const contractPath = ({ id }: { id: string }) => `${syncPath}/${encodeURIComponent(id)}`
export const keptPath = (contract: { id: string }) => `${contractPath(contract)}/kept`
export const conflictPath = ({ id }: { id: string }) =>
  `${syncPath}/conflicts/${encodeURIComponent(id)}`
