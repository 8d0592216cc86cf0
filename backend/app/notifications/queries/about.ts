import type { Notice } from '../models/notice.js'

/** The object of a notice that can be closed to a person: the file or folder in the payload, else the target. */
export function aboutOf({
  payload,
  entityType,
  entityId,
}: Pick<Notice, 'payload' | 'entityType' | 'entityId'>) {
  const { assetId } = payload
  return typeof assetId === 'string'
    ? { type: 'asset', id: assetId.slice(0, 64) }
    : { type: entityType, id: entityId }
}
