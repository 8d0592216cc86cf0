import { changeAll, resolveAssets } from '../../assets/several.js'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'

export interface TagOptions {
  add?: string[]
  remove?: string[]
}

/** Adds and removes tags of files and folders; if one fails, none changes. */
export async function tagAssets(
  factory: Factory,
  typed: string[],
  { add, remove }: TagOptions
): Promise<void> {
  if (add === undefined && remove === undefined) {
    throw new UsageError('There are no tags.', 'Name them with --add and --remove.')
  }
  const api = await factory.api()
  const tagged = await changeAll(api, 'tag', await resolveAssets(api, typed), { add, remove })
  if (factory.flags.json) return factory.printJson(tagged)
  for (const { path, tags } of tagged) {
    factory.say(tags.length > 0 ? `${path}: ${tags.join(', ')}` : `${path} has no tags.`)
  }
}
