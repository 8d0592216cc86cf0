import { accounts, type Account } from '@crossdock/backend/users'
import { english, languages, originsOf, text, type Text } from '@crossdock/kernel/http'
import { drawTenantLetter, type LetterContent } from '@crossdock/kernel/mail'
import { notificationKinds, type NotificationKind } from '../contracts/index.js'

/** Items of the list in a mail; whoever has more finds them in the console. */
const mostListed = 20
/** Buttons beside that to all notifications. */
const mostPlaces = 3
/** Subjects are cut by mail programs anyway. */
const longestSubject = 150

/**
 * One mail of all that somebody is told, in the language they read the console in.
 * @param kinds names of what it tells of
 */
export async function composeDigest(
  account: Account,
  sentences: readonly Text[],
  kinds: Iterable<string>
) {
  const say = await sayer(account)
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
      ...placesOf(kinds).map(({ label, path }) => ({ label: say(label), url: `${origin}${path}` })),
      { label: say(text('See your notifications')), url: `${origin}/notifications` },
    ],
    footer: [
      say(text('Sent to {email}. Choose what you get mails about:', { email: account.email })),
      `${origin}/settings?tab=notifications`,
    ],
  }
  const subject = one ?? `${place}: ${title}`
  return {
    to: account.email,
    subject: oneLine(subject).slice(0, longestSubject),
    ...(await drawTenantLetter(account.tenantId, content)),
  }
}

/** Where people act on it, each place once. */
function placesOf(kinds: Iterable<string>) {
  const places = new Map<string, NonNullable<NotificationKind['place']>>()
  for (const kind of kinds) {
    const place = notificationKinds.get(kind)?.place
    if (place) places.set(place.path, place)
  }
  return [...places.values()].slice(0, mostPlaces)
}

function itemsOf(sentences: readonly Text[], say: (sentence: Text) => string): string[] {
  const items = sentences.slice(0, mostListed).map((sentence) => oneLine(say(sentence)))
  const more = sentences.length - items.length
  return more > 0 ? [...items, say(text('and {count} more', { count: more }))] : items
}

/** Names may be older than the rules for them, and stand in subjects. */
const oneLine = (line: string) => line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

async function sayer({ id }: Account): Promise<(sentence: Text) => string> {
  const { locale } = await accounts.use().preferencesOf(id)
  const language = typeof locale === 'string' ? locale : ''
  return (sentence) => languages.peek()?.translate(sentence, language) ?? english(sentence)
}
