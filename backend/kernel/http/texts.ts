import { domainToASCII, domainToUnicode } from 'node:url'
import vine from '@vinejs/vine'

// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
/**
 * They turn the reading direction around (`a\u202etxt.exe` reads "aexe.txt"), or cannot be seen: two names that look the same
 * would stand side by side. The joiners U+200C and U+200D are none of them: Persian words and emoji are written with them.
 */
const turning =
  /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u
/** Of tag characters only flags are made, whose end is one of them: England, Scotland, Wales. */
const tagged = /\p{RGI_Emoji_Tag_Sequence}/gv
/** What leaves no mark: spaces, marks that only join or part, fillers, the blank Braille pattern. */
const unseen = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu

/** Why a text cannot stand where people read it as a name; null when it can. */
export function unreadable(text: string): 'control' | 'turning' | 'blank' | null {
  if (control.test(text)) return 'control'
  if (turning.test(text.replace(tagged, ''))) return 'turning'
  if (text.replace(unseen, '') === '') return 'blank'
  return null
}

/** A text without what `unreadable` calls control characters, unseen or turning ones; it may be blank. */
export function withoutUnreadable(text: string): string {
  // Flags are kept whole, between them goes what is not seen.
  const others = new RegExp(`${control.source}|${turning.source}`, 'gu')
  const flags = text.match(tagged) ?? []
  return text
    .split(tagged)
    .map((part, at) => part.replace(others, '') + (flags[at] ?? ''))
    .join('')
}

/** A scheme, or what mail programs make a link of by themselves: `evil.test`, `www.…`, `a@b.test`. */
const link = /[a-z][a-z\d+.-]*:\/\/|[\p{L}\p{N}][.\u3002][\p{L}\p{N}-]*\p{L}{2}/iu

/** What is one for certain; organizations are called `Harbor.com`, and only the operator names them. */
const surelyLink = /[a-z][a-z\d+.-]*:\/\/|\bwww\.|\S@\S+\./iu

const misleading = {
  control: 'The {{ field }} cannot be used: it holds control characters.',
  turning:
    'The {{ field }} cannot be used: it holds characters that cannot be seen or that turn the reading direction around.',
  blank: 'The {{ field }} cannot be used: it holds nothing that can be seen.',
}

/** A rule for names of things: something of them can be seen. */
export const visibleName = vine.createRule((value, _options: undefined, field) => {
  if (typeof value === 'string' && value !== '' && unreadable(value) === 'blank') {
    field.report(misleading.blank, 'visibleName', field)
  }
})

/**
 * A rule for names of people, and with `dotted` of organizations. They stand in mails we send, so
 * they carry no links and nothing that hides what they say.
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
  // As files have their names: searches find one however it was typed.
  field.mutate(value.normalize('NFC'), field)
})

/** `"quoted parts"@host` and the like are legal, unheard of, and good for hiding a second address. */
const plainMailbox = vine.createRule((value, _options: undefined, field) => {
  if (typeof value !== 'string' || /^[\w!#$%&'*+/=?^`{|}~.-]+@[^@\s]+$/.test(value)) return
  field.report('The {{ field }} field must be a plain e-mail address.', 'plainMailbox', field)
})

/** One address, however it was typed: full-width letters, an umlaut of two parts, a domain in its ASCII form. */
const composed = vine.createRule((value, _options: undefined, field) => {
  if (typeof value === 'string') field.mutate(oneDomain(value.normalize('NFKC').trim()), field)
})

/** As mail servers read the domain, which leave out soft hyphens and the like; written as people read it. */
function oneDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1
  return at === 0
    ? address
    : address.slice(0, at) + domainToUnicode(domainToASCII(address.slice(at)))
}

/** An e-mail address as somebody typed it, normalized and in lower case: by what people are found. */
export const typedAddress = () =>
  vine
    .string()
    .use(composed(undefined))
    .trim()
    .toLowerCase()
    .email({ require_tld: false })
    .maxLength(254)

/** An e-mail address of somebody who is to get mail from us, normalized and in lower case. */
export const mailAddress = () => typedAddress().use(plainMailbox(undefined))
