import { Option, type Command } from 'commander'
import { assetPaths, tagNames } from '../../completion/names.js'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { SearchOptions } from './search.js'
import type { TagOptions } from './tag.js'

const WHAT = 'paths such as /Invoices/2026/a.pdf, or ids'

const append = (value: string, before: string[] = []) => [...before, value]

/** The option `--tag`, which may repeat. */
export const tagOption = (
  factory: Factory,
  flags = '--tag <tag>',
  about = 'only files and folders with this tag'
) =>
  factory.suggest(
    new Option(flags, `${about}; may be given several times`).argParser(append),
    tagNames(factory)
  )

/** Adds the commands `search`, `tag`, `star`, and `unstar`. */
export function addFindCommands(assets: Command, factory: Factory): void {
  const what = () => factory.suggest(assets.createArgument('<what...>', WHAT), assetPaths(factory))

  assets
    .command('search')
    .description('Find files and folders by words in their names, tags and metadata')
    .argument('[words...]', 'words that must all occur')
    .addOption(tagOption(factory))
    .addOption(
      factory.suggest(
        assets.createOption('--in <folder>', 'only below this folder: path or id'),
        assetPaths(factory, 'folder')
      )
    )
    .addOption(new Option('--type <type>', 'only these').choices(['file', 'folder']))
    .option('--limit <count>', 'how many at most', '100')
    .addHelpText(
      'after',
      examples(
        'crossdock assets search harbourline invoice',
        'crossdock assets search --tag urgent --in /Invoices --type file'
      )
    )
    .action(async (words: string[], options: SearchOptions) => {
      const { searchAssets } = await import('./search.js')
      await searchAssets(factory, words, options)
    })

  assets
    .command('tag')
    .description('Add and remove tags of files and folders; if one fails, none changes')
    .addArgument(what())
    .addOption(tagOption(factory, '--add <tag>', 'tag to add'))
    .addOption(tagOption(factory, '--remove <tag>', 'tag to remove'))
    .addHelpText(
      'after',
      examples('crossdock assets tag /Invoices/a.pdf /Invoices/b.pdf --add paid --remove urgent')
    )
    .action(async (typed: string[], options: TagOptions) => {
      const { tagAssets } = await import('./tag.js')
      await tagAssets(factory, typed, options)
    })

  for (const [name, isStarred, about] of [
    ['star', true, 'Star files and folders, for yourself'],
    ['unstar', false, 'Remove your star from files and folders'],
  ] as const) {
    assets
      .command(name)
      .description(about)
      .addArgument(what())
      .addHelpText('after', examples(`crossdock assets ${name} /Invoices/2026`))
      .action(async (typed: string[]) => {
        const { starAssets } = await import('./star.js')
        await starAssets(factory, typed, isStarred)
      })
  }
}
