import type { Share } from '@crossdock/client'

const day = 24 * 60 * 60_000

export const shareStatuses = ['active', 'expired', 'used_up', 'revoked'] as const

/** The values of the form for a new link. */
export interface ShareForm {
  kind: 'download' | 'upload'
  /** A day in the format of date fields. */
  expiresOn: string
  /** Fields that were cleared are null. */
  password: string | null
  maxDownloads: string | null
  recipients: string | null
  message: string | null
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** A day in the reader's time zone, in the format of date fields. */
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

/** The addresses in a field, whatever separates them. */
export const addressesIn = (text: string | null): string[] => [
  ...new Set(text?.split(/[\s,;]+/).filter(Boolean)),
]

/** The first invalid address; undefined when all are valid. */
export const wrongAddress = (text: string | null): string | undefined =>
  addressesIn(text).find((address) => !/^[^@\s]+@[^@\s]+$/.test(address))

/** The request body for a new link. */
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

/** Whether the link can still be revoked. */
export const isOpen = ({ status }: Share): boolean => status !== 'revoked'
