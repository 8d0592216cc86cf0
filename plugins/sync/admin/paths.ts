/* Paths that the first load needs. This is a separate file, because the model loads with the screens. */

export const syncPath = '/sync-contracts'
export const contractPath = ({ id }: { id: string }) => `${syncPath}/${encodeURIComponent(id)}`
export const keptPath = (contract: { id: string }) => `${contractPath(contract)}/kept`
export const conflictPath = ({ id }: { id: string }) =>
  `${syncPath}/conflicts/${encodeURIComponent(id)}`
