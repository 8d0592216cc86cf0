import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { assetPaths } from '../../completion/names.js'
import { examples } from '../../help.js'
import { addChanging } from './changing.js'
import type { GetOptions } from './get.js'
import type { PutOptions } from './put.js'
import { addSharing } from './sharing.js'
import type { TreeOptions } from './tree.js'

/** Folders and files of the tenant. */
export function addAssets(program: Command, factory: Factory): void {
  const assets = program
    .command('assets')
    .description('List, upload, download, move, copy and delete files and folders')

  assets
    .command('ls')
    .description('List what is in a folder')
    .addArgument(
      factory.suggest(
        assets.createArgument('[folder]', 'path such as /Invoices/2026, or id').default('/'),
        assetPaths(factory, 'folder')
      )
    )
    .addHelpText(
      'after',
      examples('crossdock assets ls', 'crossdock assets ls /Invoices/2026 --json')
    )
    .action(async (folder: string) => {
      const { listAssets } = await import('./ls.js')
      await listAssets(factory, folder)
    })

  assets
    .command('tree')
    .description('Show all that is below a folder')
    .addArgument(
      factory.suggest(
        assets.createArgument('[folder]', 'path such as /Invoices/2026, or id').default('/'),
        assetPaths(factory, 'folder')
      )
    )
    .option('--depth <levels>', 'how many levels at most')
    .addHelpText(
      'after',
      examples('crossdock assets tree', 'crossdock assets tree /Invoices --depth 2')
    )
    .action(async (folder: string, options: TreeOptions) => {
      const { showTree } = await import('./tree.js')
      await showTree(factory, folder, options)
    })

  assets
    .command('put')
    .description('Upload files; a file of the same name gets a new version')
    .argument('<file...>', 'files on this computer')
    .addOption(
      factory.suggest(
        assets.createOption('--to <folder>', 'folder to put them in: path or id').default('/'),
        assetPaths(factory, 'folder')
      )
    )
    .option('-p, --parents', 'make that folder, and those it lies in, when there is none')
    .addHelpText(
      'after',
      examples(
        'crossdock assets put invoice.pdf',
        'crossdock assets put scans/*.pdf --to /Invoices/2026 --parents'
      )
    )
    .action(async (files: string[], options: PutOptions) => {
      const { putAssets } = await import('./put.js')
      await putAssets(factory, files, options)
    })

  assets
    .command('mkdir')
    .description('Make a folder')
    .addArgument(
      factory.suggest(
        assets.createArgument('<path>', 'path such as /Invoices/2026'),
        assetPaths(factory, 'folder')
      )
    )
    .option('-p, --parents', 'make the folders it lies in, too; no fault when it exists already')
    .addHelpText('after', examples('crossdock assets mkdir --parents /Invoices/2026'))
    .action(async (path: string, options: { parents?: boolean }) => {
      const { makeDirectory } = await import('./mkdir.js')
      await makeDirectory(factory, path, options)
    })

  assets
    .command('get')
    .description('Download a file; an interrupted download goes on where it stopped')
    .addArgument(
      factory.suggest(
        assets.createArgument('<path-or-id>', 'path such as /Invoices/2026/a.pdf, or id'),
        assetPaths(factory)
      )
    )
    .option('-o, --output <file>', 'file or folder to write to ("-" is standard output)')
    .option('--force', 'replace a file that exists already')
    .addHelpText(
      'after',
      examples(
        'crossdock assets get /Invoices/2026/a.pdf',
        'crossdock assets get /Invoices/2026/a.pdf --output - | wc -c'
      )
    )
    .action(async (pathOrId: string, options: GetOptions) => {
      const { getAsset } = await import('./get.js')
      await getAsset(factory, pathOrId, options)
    })

  addChanging(assets, factory)
  addSharing(assets, factory)
}
