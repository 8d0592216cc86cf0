/* Paths that the console needs at startup. The rest of the model loads later, with the screens. */

export const syncPath = '/sync-contracts'
export const contractPath = ({ id }: { id: string }) => `${syncPath}/${encodeURIComponent(id)}`
export const keptPath = (contract: { id: string }) => `${contractPath(contract)}/kept`
export const conflictPath = ({ id }: { id: string }) =>
  `${syncPath}/conflicts/${encodeURIComponent(id)}`
