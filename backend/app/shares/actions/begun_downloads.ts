import { newId, now, transaction, unscoped } from '@crossdock/kernel/database'
import { insertMissing, tenantTable } from '@crossdock/kernel/tenancy'
import { begunHours, hourMs } from '../lifetime.js'
import type { Share } from '../models/share.js'
import { countDownload } from './count_use.js'

/**
 * One download may send the file this many times: broken downloads resume or restart, and players seek. The server cannot
 * distinguish these: bytes that the connection accepted count as sent, and it accepts a small file at once.
 */
const timesTheFile = 2

const table = 'share_downloads'

/** Those that began before cannot be gone on with. */
export const begunSince = (): string =>
  new Date(Date.parse(now()) - begunHours * hourMs).toISOString()

/** What a visitor is about to be sent. */
export interface Wanted {
  file: { id: string; name: string; size: number }
  /** Bytes of it. */
  length: number
  /** The download they belong to; null: none that was counted. */
  begunId: string | null
}

/**
 * Takes bytes out of what is left of a download, or of a new one, which is counted: before they are sent, so that of many
 * at once none gets more than is left.
 * @returns the id of the download @throws Problem 404 when the link allows no further one
 */
export function takeBytes(share: Share, wanted: Wanted): Promise<string> {
  return transaction(async () => {
    if (wanted.begunId !== null && (await takeOf(wanted.begunId, share, wanted.length))) {
      return wanted.begunId
    }
    const { file, length } = wanted
    await countDownload(share, file)
    const id = newId()
    const bytes_left = timesTheFile * file.size - length
    await insertMissing(table, [{ id, share_id: share.id, bytes_left }])
    return id
  })
}

/** Whether anything is left of a download. */
export async function isGoingOn(id: string, share: Share): Promise<boolean> {
  return (await underWay(id, share).where('bytes_left', '>', 0).select('id').first()) !== null
}

/** Gives back bytes that were taken and not sent. */
export async function giveBackBytes(id: string, length: number): Promise<void> {
  await tenantTable(table).where('id', id).update(changedBy(length))
}

async function takeOf(id: string, share: Share, length: number): Promise<boolean> {
  const left = underWay(id, share).where('bytes_left', '>=', length)
  return Number(await left.update(changedBy(-length))) > 0
}

const underWay = (id: string, share: Share) =>
  tenantTable(table).where({ id, share_id: share.id }).where('created_at', '>', begunSince())

const changedBy = (bytes: number) => ({ bytes_left: unscoped().raw('bytes_left + ?', [bytes]) })
