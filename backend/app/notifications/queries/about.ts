import type { Notice } from '../models/notice.js'

/** What a notice names that may be closed to somebody: the file or folder beside its target, else the target. */
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
