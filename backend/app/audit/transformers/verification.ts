import { english, text, type Text } from '@crossdock/kernel/ground'
import type { Reader } from '@crossdock/kernel/http'
import type { Finding } from '../chain/index.js'

export interface Verification {
  chain: string
  /** Numbers of the first and the last entry that this call checked. */
  from: number
  upTo: number
  verified: number
  erased: number
  confirmedHeads: number
  findings: Finding[]
  /** Cursor of the next call; null at the end of the chain. */
  next: string | null
}

/** A verification, with a message for each finding in the reader's language. */
export const showVerification = (reader: Reader, { findings, ...rest }: Verification) => ({
  ...rest,
  findings: findings.map((finding) => {
    const { kind, seq, to = null, part = null } = finding
    const sentence = sentenceFor(finding)
    return { kind, seq, to, part, message: reader.translate(sentence) ?? english(sentence) }
  }),
})

function sentenceFor({ kind, seq, to = seq, part }: Finding): Text {
  if (kind === 'changed') return changed(seq, part)
  if (kind === 'missing' || kind === 'cut') {
    if (kind === 'cut') return text('The end is missing: entries {seq} to {to}.', { seq, to })
    return seq === to
      ? text('Entry {seq} is missing.', { seq })
      : text('Entries {seq} to {to} are missing.', { seq, to })
  }
  if (kind === 'inserted') {
    return seq === to
      ? text('Entry {seq} was inserted.', { seq })
      : text('Entries {seq} to {to} were inserted.', { seq, to })
  }
  if (kind === 'reordered') {
    return text('Entries {seq} and {to} are not in order.', { seq, to })
  }
  if (kind === 'rewritten') {
    return text('Entry {seq} is not the one that was sealed: the audit was rewritten.', { seq })
  }
  if (kind === 'signature') {
    return text('The signature of the head at entry {seq} is wrong: the head was changed.', { seq })
  }
  if (kind === 'unknown_key') {
    return text(
      'The head at entry {seq} was signed with a key that this server does not have. Add it to APP_KEY_PREVIOUS.',
      { seq }
    )
  }
  if (kind === 'foreign') {
    return text('Entry {seq} is stored under the wrong organization.', { seq })
  }
  if (kind === 'erased') {
    return text(
      'A part of entry {seq} was erased, but no later entry records an erasure. A running erasure is recorded when it ends.',
      { seq }
    )
  }
  return text('The end of the audit was moved at entry {seq}, and not by Crossdock.', { seq })
}

function changed(seq: number, part: Finding['part']): Text {
  if (part === 'person') return text('The person of entry {seq} was changed.', { seq })
  if (part === 'details') return text('The details of entry {seq} were changed.', { seq })
  return text('Entry {seq} was changed, or the one before it together with its hash.', { seq })
}
