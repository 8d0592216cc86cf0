import { assetsAll, assetVisits } from '@crossdock/backend/assets'
import { newId, now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { invalid, Problem, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { sendLetter } from '@crossdock/kernel/mail'
import { secrets } from '@crossdock/kernel/secrets'
import { currentContext, holds } from '@crossdock/kernel/tenancy'
import { shareCreated } from '../event_types.js'
import { keptUntil } from '../lifetime.js'
import { mailsPerPerson } from '../limits.js'
import { Share } from '../models/share.js'
import { hashPassword } from '../password.js'
import { sharingRule, type Rule } from '../queries/sharing_rule.js'
import { addressOf, hashOf, mailContext, newToken, sealToken } from '../secret.js'
import type { newShare } from '../validators/share.js'
import { assertMayShare } from './assert_may_share.js'
import { parseEnd, defaultEnd } from './choose_end.js'

export type NewShare = Output<typeof newShare>

/**
 * Creates a link to a file or folder, and mails it to its recipients.
 * @returns the row and the address; unless links are shown once, the address is also stored, encrypted
 * @throws Problem 403, 404, 409, 422, 429
 */
export async function createShare(
  assetId: string,
  input: NewShare
): Promise<{ row: Share; url: string }> {
  const rule = await sharingRule()
  if (!rule.enabled) {
    const message = text('Links are turned off here. Ask an administrator.')
    throw new Problem(403, 'E_SHARING_OFF', message)
  }
  const { asset } = await assetVisits.use().find(assetId)
  refuseUnfit(input, asset, rule)
  const { actor, caller } = currentContext()
  const createdAt = now()
  const expiresAt = input.expiresAt
    ? parseEnd(input.expiresAt, createdAt, rule)
    : defaultEnd(createdAt, rule, caller.expiresAt)
  const opensAll = holds(assetsAll)
  await assertMayShare({ assetId, kind: input.kind, opensAll, expiresAt })
  const createdBy = requirePerson(actor)
  const recipients = input.recipients ?? []
  for (const _ of recipients) await mailsPerPerson.use(createdBy)
  const token = newToken()
  const [id, url] = [newId(), addressOf(token)]
  const values = {
    id,
    assetId,
    kind: input.kind,
    name: input.name ?? asset.name,
    token: hashOf(token)!,
    recipients,
    createdBy,
    createdAt,
    expiresAt,
    opensAll,
    sealedToken: rule.shownOnce ? null : sealToken(id, token),
    password: input.password ? await hashPassword(input.password) : null,
    message: input.message || null,
    maxDownloads: input.maxDownloads ?? null,
    apiTokenId: actor.type === 'token' ? actor.id : null,
    downloads: 0,
    uploads: 0,
    lastUsedAt: null,
    revokedAt: null,
    keptUntil: keptUntil(expiresAt),
  }
  const row = await transaction(async () => {
    const made = await Share.create(values)
    await recordEvent(shareCreated, {
      target: { type: 'share', id: made.id },
      payload: {
        assetId,
        name: made.name,
        kind: made.kind,
        expiresAt,
        hasPassword: made.password !== null,
        maxDownloads: made.maxDownloads,
        recipients: recipients.length,
      },
    })
    // The job's row contains the address only encrypted.
    const sealed = secrets.use().seal(url, mailContext(made.id))
    for (const to of recipients) await sendLetter('shares.link', { id: made.id, to, url: sealed })
    return made
  })
  return { row, url }
}

function refuseUnfit(input: NewShare, asset: { type: string; name: string }, rule: Rule): void {
  const { kind, maxDownloads, password } = input
  if (kind === 'upload' && asset.type !== 'folder') {
    const { name } = asset
    throw invalid(
      'kind',
      text('Files can only be uploaded into a folder, and "{name}" is a file.', { name })
    )
  }
  if (kind === 'upload' && typeof maxDownloads === 'number') {
    throw invalid(
      'maxDownloads',
      text('An upload link allows no downloads. Leave maxDownloads out.')
    )
  }
  if (rule.passwordRequired && !password) {
    throw invalid('password', text('Links need a password here.'))
  }
}

/** The id of the person whose permissions a new link uses. @throws Problem 403 */
function requirePerson({ userId, label }: { userId: string | null; label: string }): string {
  if (userId) return userId
  const message = text('Links belong to people, and {actor} acts for no person.', { actor: label })
  throw new Problem(403, 'E_NO_PERSON', message)
}
