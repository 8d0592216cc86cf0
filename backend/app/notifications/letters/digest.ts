import { accounts, type Account } from '@crossdock/backend/users'
import { english, languages, text, type Text } from '@crossdock/kernel/ground'
import { originsOf } from '@crossdock/kernel/tenancy'
import { drawTenantLetter, type LetterContent } from '@crossdock/kernel/mail'
import { notificationKinds, type NotificationKind } from '../contracts/index.js'

/** Items in the list of a mail; the console shows the rest. */
const maxListed = 20
/** Maximum number of buttons to pages, in addition to the one for all notifications. */
const maxPages = 3
/** Mail programs cut longer subjects anyway. */
const maxSubject = 150

/**
 * One mail with all due notifications of a person, in the language of their console.
 * @param kinds names of the kinds it contains
 */
export async function composeDigest(
  account: Account,
  sentences: readonly Text[],
  kinds: Iterable<string>
) {
  const say = await createTranslator(account)
  const origin = originsOf(null)[0]
  const place = account.tenantName ?? 'Crossdock'
  const [first] = sentences
  const one = sentences.length === 1 && first ? oneLine(say(first)) : undefined
  const title = one ?? say(text('{count} notifications', { count: sentences.length }))
  const content: LetterContent = {
    title,
    paragraphs: [one ? place : say(text('This is new in {place}:', { place }))],
    ...(one ? {} : { items: itemsOf(sentences, say) }),
    buttons: [
      ...pagesOf(kinds).map(({ label, path }) => ({ label: say(label), url: `${origin}${path}` })),
      { label: say(text('See your notifications')), url: `${origin}/notifications` },
    ],
    footer: [
      say(text('Sent to {email}. Choose what you get mails about:', { email: account.email })),
      `${origin}/settings?tab=notifications`,
    ],
  }
  const quoting = [...kinds].map((kind) => notificationKinds.get(kind)).find((kind) => kind?.quotes)
  const inPlace = (words: string) => `${place}: ${words}`
  const subject = !one ? inPlace(title) : quoting ? inPlace(say(quoting.label)) : one
  return {
    to: account.email,
    subject: oneLine(subject).slice(0, maxSubject),
    ...(await drawTenantLetter(account.tenantId, content)),
  }
}

/** The console pages for these kinds, without duplicates. */
function pagesOf(kinds: Iterable<string>) {
  const places = new Map<string, NonNullable<NotificationKind['place']>>()
  for (const kind of kinds) {
    const place = notificationKinds.get(kind)?.place
    if (place) places.set(place.path, place)
  }
  return [...places.values()].slice(0, maxPages)
}

function itemsOf(sentences: readonly Text[], say: (sentence: Text) => string): string[] {
  const items = sentences.slice(0, maxListed).map((sentence) => oneLine(say(sentence)))
  const more = sentences.length - items.length
  return more > 0 ? [...items, say(text('and {count} more', { count: more }))] : items
}

/** Names can be older than the rules for names, and subjects must not contain line breaks. */
const oneLine = (line: string) => line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

async function createTranslator({ id }: Account): Promise<(sentence: Text) => string> {
  const { locale } = await accounts.use().preferencesOf(id)
  const language = typeof locale === 'string' ? locale : ''
  return (sentence) => languages.peek()?.translate(sentence, language) ?? english(sentence)
}
