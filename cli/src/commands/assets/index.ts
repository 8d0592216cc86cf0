import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { assetPaths } from '../../completion/names.js'
import { examples } from '../../help.js'
import { addChangeCommands } from './changing.js'
import { addPermissionsCommand } from './permissions_command.js'
import { addFindCommands, tagOption } from './finding.js'
import type { GetOptions } from './get.js'
import type { ListAssetsOptions } from './ls.js'
import type { PutOptions } from './put.js'
import { addShareCommand } from './sharing.js'
import type { TreeOptions } from './tree.js'

const GOES_ON =
  '\nAfter an interruption, run the same command again to resume. With --json each file is one line.'

/** Folders and files of the tenant. */
export function addAssets(program: Command, factory: Factory): void {
  const assets = program
    .command('assets')
    .description('List, find, upload, download, move, copy and delete files and folders')

  assets
    .command('ls')
    .description('List a folder, or everything that is tagged, starred or recent')
    .addArgument(
      factory.suggest(
        assets.createArgument('[folder]', 'path such as /Invoices/2026, or id'),
        assetPaths(factory, 'folder')
      )
    )
    .addOption(tagOption(factory))
    .option('--starred', 'only files and folders you starred')
    .option('--recent', 'only files you opened or changed recently, newest first')
    .addHelpText(
      'after',
      examples(
        'crossdock assets ls',
        'crossdock assets ls /Invoices/2026 --json',
        'crossdock assets ls --tag urgent --starred'
      )
    )
    .action(async (folder: string | undefined, options: ListAssetsOptions) => {
      const { listAssets } = await import('./ls.js')
      await listAssets(factory, folder, options)
    })

  assets
    .command('tree')
    .description('Show everything below a folder')
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
    .description('Upload files and folders; a file of the same name gets a new version')
    .argument('<file-or-folder...>', 'files and folders on this computer')
    .addOption(
      factory.suggest(
        assets.createOption('--to <folder>', 'folder to put them in: path or id').default('/'),
        assetPaths(factory, 'folder')
      )
    )
    .option('-p, --parents', 'create the folder and its parents when missing')
    .option('--parallel <number>', 'how many files are sent at a time', '4')
    .option('--dry-run', 'only print what would be sent')
    .addHelpText('after', GOES_ON)
    .addHelpText(
      'after',
      examples(
        'crossdock assets put invoice.pdf',
        'crossdock assets put scans/*.pdf --to /Invoices/2026 --parents',
        'crossdock assets put drawings --to /Projects --parallel 8'
      )
    )
    .action(async (files: string[], options: PutOptions) => {
      const { putAssets } = await import('./put.js')
      await putAssets(factory, files, options)
    })

  assets
    .command('mkdir')
    .description('Create a folder')
    .addArgument(
      factory.suggest(
        assets.createArgument('<path>', 'path such as /Invoices/2026'),
        assetPaths(factory, 'folder')
      )
    )
    .option('-p, --parents', 'create missing parents; accept an existing folder')
    .addHelpText('after', examples('crossdock assets mkdir --parents /Invoices/2026'))
    .action(async (path: string, options: { parents?: boolean }) => {
      const { makeDirectory } = await import('./mkdir.js')
      await makeDirectory(factory, path, options)
    })

  assets
    .command('get')
    .description('Download files, and folders with their contents')
    .addArgument(
      factory.suggest(
        assets.createArgument('<what...>', 'paths such as /Invoices/2026/a.pdf, or ids'),
        assetPaths(factory)
      )
    )
    .option('-o, --output <file>', 'file or folder to write to ("-" is standard output)')
    .option('--force', 'replace existing files')
    .option('--parallel <number>', 'how many files are downloaded at a time', '4')
    .addHelpText('after', GOES_ON)
    .addHelpText(
      'after',
      examples(
        'crossdock assets get /Invoices/2026/a.pdf',
        'crossdock assets get /Invoices /Projects/plan.pdf --output backup',
        'crossdock assets get /Invoices/2026/a.pdf --output - | wc -c'
      )
    )
    .action(async (what: string[], options: GetOptions) => {
      const { getAssets } = await import('./get.js')
      await getAssets(factory, what, options)
    })

  addChangeCommands(assets, factory)
  addPermissionsCommand(assets, factory)
  addShareCommand(assets, factory)
  addFindCommands(assets, factory)
}
