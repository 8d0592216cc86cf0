import vine from '@vinejs/vine'

// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
/** They turn the reading direction around: `a\u202etxt.exe` reads "aexe.txt". */
const turning = /[\u202a-\u202e\u2066-\u2069]/
/** What leaves no mark: spaces, marks that only join or part, fillers, the blank Braille pattern. */
const unseen = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu

/** Why a text cannot stand where people read it as a name; null when it can. */
export function unreadable(text: string): 'control' | 'turning' | 'blank' | null {
  if (control.test(text)) return 'control'
  if (turning.test(text)) return 'turning'
  if (text.replace(unseen, '') === '') return 'blank'
  return null
}

/** A scheme, or what mail programs make a link of by themselves: `evil.test`, `www.…`, `a@b.test`. */
const link = /[a-z][a-z\d+.-]*:\/\/|[\p{L}\p{N}][.\u3002][\p{L}\p{N}-]*\p{L}{2}/iu

/** What is one for certain; organizations are called `Harbor.com`, and only the operator names them. */
const surelyLink = /[a-z][a-z\d+.-]*:\/\/|\bwww\.|\S@\S+\./iu

const misleading = {
  control: 'The {{ field }} cannot be used: it holds control characters.',
  turning:
    'The {{ field }} cannot be used: it holds characters that turn the reading direction around.',
  blank: 'The {{ field }} cannot be used: it holds nothing that can be seen.',
}

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
})

/** `"quoted parts"@host` and the like are legal, unheard of, and good for hiding a second address. */
const plainMailbox = vine.createRule((value, _options: undefined, field) => {
  if (typeof value !== 'string' || /^[\w!#$%&'*+/=?^`{|}~.-]+@[^@\s]+$/.test(value)) return
  field.report('The {{ field }} field must be a plain e-mail address.', 'plainMailbox', field)
})

/** An e-mail address of somebody who is to get mail from us, in lower case. */
export const mailAddress = () =>
  vine
    .string()
    .trim()
    .toLowerCase()
    .email({ require_tld: false })
    .maxLength(254)
    .use(plainMailbox(undefined))
