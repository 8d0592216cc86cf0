import type { Command } from 'commander'
import { assetPaths } from '../../completion/names.js'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { PlaceOptions } from './mv.js'
import type { VersionsOptions } from './versions.js'

const WHAT = 'paths such as /Invoices/2026/a.pdf, or ids'

/** Adds the commands that change existing files and folders. */
export function addChangeCommands(assets: Command, factory: Factory): void {
  const what = () => factory.suggest(assets.createArgument('<what...>', WHAT), assetPaths(factory))
  const to = (about: string) =>
    factory.suggest(
      assets.createOption('--to <folder>', `${about}: path or id, "/" for the top level`),
      assetPaths(factory, 'folder')
    )

  assets
    .command('mv')
    .description('Move files and folders, or rename one; if one fails, none changes')
    .addArgument(what())
    .addOption(to('target folder'))
    .option('--name <name>', 'new name, for a single file or folder')
    .addHelpText(
      'after',
      examples(
        'crossdock assets mv /Inbox/a.pdf /Inbox/b.pdf --to /Invoices/2026',
        'crossdock assets mv /Inbox/a.pdf --name invoice-0412.pdf'
      )
    )
    .action(async (typed: string[], options: PlaceOptions) => {
      const { moveAssets } = await import('./mv.js')
      await moveAssets(factory, typed, options)
    })

  assets
    .command('cp')
    .description('Copy files and folders on the server; if one fails, none is copied')
    .addArgument(what())
    .addOption(to('target folder of the copies'))
    .option('--name <name>', 'name of the copy, for a single file or folder')
    .addHelpText(
      'after',
      examples(
        'crossdock assets cp /Templates/2026 --to /Invoices',
        'crossdock assets cp /Invoices/a.pdf --name b.pdf'
      )
    )
    .action(async (typed: string[], options: PlaceOptions) => {
      const { copyAssets } = await import('./cp.js')
      await copyAssets(factory, typed, options)
    })

  assets
    .command('rm')
    .description('Move files and folders to the trash; if one fails, none is moved')
    .addArgument(what())
    .addHelpText('after', examples('crossdock assets rm /Inbox/a.pdf /Inbox/Old'))
    .action(async (typed: string[]) => {
      const { trashAssets } = await import('./rm.js')
      await trashAssets(factory, typed)
    })

  assets
    .command('restore')
    .description('Restore files and folders from the trash; if one fails, none is restored')
    .argument('<what...>', 'paths they were deleted from, or ids')
    .addHelpText('after', examples('crossdock assets restore /Inbox/a.pdf /Inbox/Old'))
    .action(async (typed: string[]) => {
      const { restoreAssets } = await import('./restore.js')
      await restoreAssets(factory, typed)
    })

  assets
    .command('versions')
    .description('List the versions of a file, or restore an older one')
    .addArgument(
      factory.suggest(
        assets.createArgument('<path-or-id>', 'path such as /Invoices/2026/a.pdf, or id'),
        assetPaths(factory)
      )
    )
    .option('--restore <version>', 'number of the version to restore as the newest')
    .addHelpText(
      'after',
      examples(
        'crossdock assets versions /Invoices/a.pdf',
        'crossdock assets versions /Invoices/a.pdf --restore 2'
      )
    )
    .action(async (pathOrId: string, options: VersionsOptions) => {
      const { assetVersions } = await import('./versions.js')
      await assetVersions(factory, pathOrId, options)
    })
}
