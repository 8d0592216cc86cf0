import { Option, type Command } from 'commander'
import { assetPaths } from '../../completion/names.js'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { ShareOptions } from './share.js'

const HELP = `
At a terminal and in a pipe standard output is the link alone; it is shown this once. It works until it
expires, is revoked or used up, and as long as you may do yourself what it lets others do.`

/** The verb that makes links; "crossdock shares" lists and revokes them. */
export function addSharing(assets: Command, factory: Factory): void {
  const all = (value: string, before: string[] = []) => [...before, value]
  assets
    .command('share')
    .description('Make a link by which anybody who has it gets at a file or folder')
    .addArgument(
      factory.suggest(
        assets.createArgument('<path-or-id>', 'path such as /Invoices/2026/a.pdf, or id'),
        assetPaths(factory)
      )
    )
    .option('--upload', 'let files be uploaded into the folder, and nothing of it be seen')
    .option('--name <name>', 'what it is called in the list of links')
    .option('--expires <when>', 'days such as 14d, hours such as 12h, or a date')
    .option('--max-downloads <number>', 'how many downloads there can be')
    .option('--password-file <file>', 'its first line is the password ("-" is standard input)')
    .addOption(
      new Option('--mail <address>', 'mail it to them; may be given several times').argParser(all)
    )
    .option('--message <text>', 'what the mail says, too')
    .addHelpText('after', HELP)
    .addHelpText(
      'after',
      examples(
        'crossdock assets share /Invoices/2026/a.pdf --expires 14d',
        'crossdock assets share /Inbox --upload --mail partner@harbour.example',
        'pass link | crossdock assets share /Plans --password-file -'
      )
    )
    .action(async (pathOrId: string, options: ShareOptions) => {
      const { shareAsset } = await import('./share.js')
      await shareAsset(factory, pathOrId, options)
    })
}
