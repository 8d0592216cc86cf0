import { domainToASCII, domainToUnicode } from 'node:url'
import vine from '@vinejs/vine'

// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
/**
 * Characters that reverse the reading direction (`a\u202etxt.exe` reads "aexe.txt") or are invisible, so that
 * two names would look the same. The joiners U+200C and U+200D are allowed: Persian words and emoji need them.
 */
const turning =
  /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u
/** Tag characters are allowed only in flags that end with one: England, Scotland, Wales. */
const tagged = /\p{RGI_Emoji_Tag_Sequence}/gv
/** Characters that show nothing: spaces, joiners, fillers, the blank Braille pattern. */
const unseen = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu

/** Why a text cannot be displayed as a name; null if it can. */
export function unreadable(text: string): 'control' | 'turning' | 'blank' | null {
  if (control.test(text)) return 'control'
  if (turning.test(text.replace(tagged, ''))) return 'turning'
  if (text.replace(unseen, '') === '') return 'blank'
  return null
}

/** Removes control, invisible and direction-changing characters; the result may be blank. */
export function withoutUnreadable(text: string): string {
  // Keep flags whole and clean the text between them.
  const others = new RegExp(`${control.source}|${turning.source}`, 'gu')
  const flags = text.match(tagged) ?? []
  return text
    .split(tagged)
    .map((part, at) => part.replace(others, '') + (flags[at] ?? ''))
    .join('')
}

/** A scheme, or a form that mail programs turn into a link: `evil.test`, `www.…`, `a@b.test`. */
const link = /[a-z][a-z\d+.-]*:\/\/|[\p{L}\p{N}][.\u3002][\p{L}\p{N}-]*\p{L}{2}/iu

/**
 * Only what is certainly a link. Organizations have names such as `Harbor.com`, and only the operator names
 * them.
 */
const surelyLink = /[a-z][a-z\d+.-]*:\/\/|\bwww\.|\S@\S+\./iu

const misleading = {
  control: 'The {{ field }} cannot be used: it holds control characters.',
  turning:
    'The {{ field }} cannot be used: it holds characters that cannot be seen or that turn the reading direction around.',
  blank: 'The {{ field }} cannot be used: it holds nothing that can be seen.',
}

/** A rule for names of things: they must contain something visible. */
export const visibleName = vine.createRule((value, _options: undefined, field) => {
  if (typeof value === 'string' && value !== '' && unreadable(value) === 'blank') {
    field.report(misleading.blank, 'visibleName', field)
  }
})

/**
 * A rule for names of people and, with `dotted`, of organizations. These names appear in mails, so they must
 * not contain links or hidden text.
 */
export const plainName = vine.createRule((value, options: { dotted: boolean }, field) => {
  if (typeof value !== 'string' || value === '') return
  const why = unreadable(value)
  const report = (message: string) => field.report(message, 'plainName', field)
  if (why) return report(misleading[why])
  const text = value.normalize('NFKC')
  if (options.dotted && surelyLink.test(text)) {
    report('The {{ field }} must not hold a web or mail address.')
  } else if (!options.dotted && link.test(text)) {
    report('The {{ field }} must not hold a web or mail address. After a dot, put a space.')
  }
  // Normalize like file names, so that a search finds a name however it was typed.
  field.mutate(value.normalize('NFC'), field)
})

/** `"quoted parts"@host` is legal but unused, and could hide a second address. */
const plainMailbox = vine.createRule((value, _options: undefined, field) => {
  if (typeof value !== 'string' || /^[\w!#$%&'*+/=?^`{|}~.-]+@[^@\s]+$/.test(value)) return
  field.report('The {{ field }} field must be a plain e-mail address.', 'plainMailbox', field)
})

/** Normalizes an address however it was typed: full-width letters, decomposed umlauts, an ASCII domain. */
const composed = vine.createRule((value, _options: undefined, field) => {
  if (typeof value === 'string') field.mutate(oneDomain(value.normalize('NFKC').trim()), field)
})

/** Normalizes the domain as mail servers do (drops soft hyphens and the like), in its readable form. */
function oneDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1
  return at === 0
    ? address
    : address.slice(0, at) + domainToUnicode(domainToASCII(address.slice(at)))
}

/** A typed email address, normalized and in lower case; used to look people up. */
export const typedAddress = () =>
  vine
    .string()
    .use(composed(undefined))
    .trim()
    .toLowerCase()
    .email({ require_tld: false })
    .maxLength(254)

/** An email address that will receive mail, normalized and in lower case. */
export const mailAddress = () => typedAddress().use(plainMailbox(undefined))
