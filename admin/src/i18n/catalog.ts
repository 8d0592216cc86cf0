import type { Messages, MessagesByLanguage } from '@crossdock/admin/kit'

/** The texts that plugins add. */
export interface PluginTexts {
  messages: readonly MessagesByLanguage[]
  screenMessages: readonly MessagesByLanguage[]
}

type Source = MessagesByLanguage[string]

/** Loads the texts of all parts in one language. Missing texts are English. */
export async function loadCatalog(
  parts: readonly MessagesByLanguage[],
  language: string
): Promise<Messages> {
  const sources = parts.flatMap((messages) => sourcesOf(messages, language))
  const loaded = await Promise.all(sources.map(load))
  return loaded.reduce(mergeTexts, {})
}

/** Merges texts. react-admin's own function copies every text, which takes 100 ms on a slow machine. */
export function mergeTexts(texts: Messages, more: Messages): Messages {
  const all = { ...texts }
  for (const [key, value] of Object.entries(more)) {
    const before = all[key]
    const isBranch = typeof before === 'object' && typeof value === 'object'
    all[key] = isBranch ? mergeTexts(before, value) : value
  }
  return all
}

// English texts in memory replace single missing texts. English texts that must be loaded are used only if the whole
// language is missing.
function sourcesOf({ en, ...others }: MessagesByLanguage, language: string): Source[] {
  const own = others[language]
  return [own && typeof en === 'function' ? undefined : en, own].filter((one) => one !== undefined)
}

const load = async (source: Source): Promise<Messages> =>
  typeof source === 'function' ? (await source()).default : source
