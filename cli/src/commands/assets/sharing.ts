import { Option, type Command } from 'commander'
import { assetPaths } from '../../completion/names.js'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { ShareOptions } from './share.js'

const HELP = `
Standard output is only the link, which is shown once. The link works until it
expires, is revoked or is used up, and only while you have the access that it gives.`

/** Adds the command that creates links. "crossdock shares" lists and revokes them. */
export function addShareCommand(assets: Command, factory: Factory): void {
  const append = (value: string, before: string[] = []) => [...before, value]
  assets
    .command('share')
    .description('Create a link that gives its holders access to a file or folder')
    .addArgument(
      factory.suggest(
        assets.createArgument('<path-or-id>', 'path such as /Invoices/2026/a.pdf, or id'),
        assetPaths(factory)
      )
    )
    .option('--upload', 'allow uploads into the folder without showing its contents')
    .option('--name <name>', 'name in the list of links')
    .option('--expires <when>', 'days such as 14d, hours such as 12h, or a date')
    .option('--max-downloads <number>', 'maximum number of downloads')
    .option('--password-file <file>', 'its first line is the password ("-" is standard input)')
    .addOption(
      new Option(
        '--mail <address>',
        'mail the link to this address; may be given several times'
      ).argParser(append)
    )
    .option('--message <text>', 'additional text of the mail')
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
