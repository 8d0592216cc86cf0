import type { Messages, MessagesByLanguage } from '@crossdock/admin/kit'
import type { TranslationMessages } from 'ra-core'

type Source = MessagesByLanguage[string]

/** The texts of all parts in one language; what a part does not have in it is English. */
export async function loadCatalog(
  parts: readonly MessagesByLanguage[],
  language: string
): Promise<TranslationMessages> {
  const sources = parts.flatMap((messages) => sourcesOf(messages, language))
  const loaded = await Promise.all(sources.map(load))
  return loaded.reduce(merged, {}) as TranslationMessages
}

// react-admin's own copies every text, and takes a tenth of a second for it on a slow machine.
function merged(texts: Messages, more: Messages): Messages {
  const all = { ...texts }
  for (const [key, value] of Object.entries(more)) {
    const before = all[key]
    const isBranch = typeof before === 'object' && typeof value === 'object'
    all[key] = isBranch ? merged(before, value) : value
  }
  return all
}

// English that is there anyway stands in for single texts; English to be loaded only for a whole language.
function sourcesOf({ en, ...others }: MessagesByLanguage, language: string): Source[] {
  const own = others[language]
  return [own && typeof en === 'function' ? undefined : en, own].filter((one) => one !== undefined)
}

const load = async (source: Source): Promise<Messages> =>
  typeof source === 'function' ? (await source()).default : source
