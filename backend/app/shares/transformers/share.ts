import { assetLibrary } from '@crossdock/backend/assets'
import { personNames } from '@crossdock/backend/users'
import { now } from '@crossdock/kernel/database'
import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import { endOf } from '../lifetime.js'
import type { Share } from '../models/share.js'
import { sharingRule } from '../queries/sharing_rule.js'
import { statusAt } from '../queries/status.js'
import { shareShape } from '../validators/share.js'

/** Returns links in the form of the API, without their secrets. */
export async function showShares(shares: Row<Share>[]) {
  const assets = await assetLibrary.use().names(shares.map(({ assetId }) => assetId))
  const nameOf = await personNames(shares.map(({ createdBy }) => createdBy))
  const rule = await sharingRule()
  const time = now()
  return shares.map((share) =>
    answerOf(shareShape, share, {
      assetName: assets.get(share.assetId) ?? null,
      hasPassword: share.password !== null,
      canCopy: share.sealedToken !== null,
      creator: nameOf(share.createdBy),
      expiresAt: endOf(share, rule),
      status: statusAt(time, share, rule),
    })
  )
}

/** A new link with its address. */
export async function showCreated(made: { row: Row<Share>; url: string }[]) {
  const shown = await showShares(made.map(({ row }) => row))
  return made.map(({ url }, at) => ({ ...shown[at]!, url }))
}

/** Like `showShares`, for several lists of links. */
export const showLists = (lists: Row<Share>[][]) => Promise.all(lists.map(showShares))
