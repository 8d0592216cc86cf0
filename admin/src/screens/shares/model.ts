import type { Share } from '@crossdock/client'

const day = 24 * 60 * 60_000

export const shareStatuses = ['active', 'expired', 'used_up', 'revoked'] as const

/** What the form of a new link holds. */
export interface ShareForm {
  kind: 'download' | 'upload'
  /** A day, as date fields write it. */
  expiresOn: string
  /** Fields that were emptied again are null. */
  password: string | null
  maxDownloads: string | null
  recipients: string | null
  message: string | null
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** A day where the reader is, as date fields write it. */
export function dayAfter(days: number, now = Date.now()): string {
  const date = new Date(now + days * day)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-')
}

export const newShare = (defaultDays: number): ShareForm => ({
  kind: 'download',
  expiresOn: dayAfter(defaultDays),
  password: '',
  maxDownloads: '',
  recipients: '',
  message: '',
})

/** The addresses in a field, however they are parted. */
export const addressesIn = (text: string | null): string[] => [
  ...new Set(text?.split(/[\s,;]+/).filter(Boolean)),
]

/** The first that is no address; undefined when all are. */
export const wrongAddress = (text: string | null): string | undefined =>
  addressesIn(text).find((address) => !/^[^@\s]+@[^@\s]+$/.test(address))

/** What is sent to make a link. */
export const toBody = (form: ShareForm) => ({
  kind: form.kind,
  expiresAt: new Date(`${form.expiresOn}T23:59:59`).toISOString(),
  ...(form.password && { password: form.password }),
  ...(form.maxDownloads && form.kind === 'download'
    ? { maxDownloads: Number(form.maxDownloads) }
    : {}),
  recipients: addressesIn(form.recipients),
  ...(form.message?.trim() && { message: form.message.trim() }),
})

/** Whether there is anything to revoke. */
export const isOpen = ({ status }: Share): boolean => status !== 'revoked'
