import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { SetBrandingOptions } from './set.js'

const HELP = `
The branding of an organization on its sign-in page, in the console and in mails, and its
custom domain.`

/** Adds the commands for an organization's branding and custom domain. */
export function addBranding(program: Command, factory: Factory): void {
  const branding = program
    .command('branding')
    .description("See and change the organization's name, logo, colors, mails and domain")
    .addHelpText('after', HELP)

  branding
    .command('show')
    .description('Show the branding of the organization')
    .addHelpText('after', examples('crossdock branding show'))
    .action(async () => (await import('./show.js')).showBranding(factory))

  branding
    .command('set')
    .description('Change the branding; "" removes a value')
    .option('--product-name <name>', 'shown instead of "Crossdock"')
    .option('--primary-color <color>', 'color of buttons, as #rrggbb')
    .option('--accent-color <color>', 'color of links, as #rrggbb')
    .option('--mail-sender <name>', 'sender name of mails')
    .option('--mail-footer <text>', 'text below every mail')
    .addHelpText(
      'after',
      examples(
        'crossdock branding set --product-name "Harbor Files" --primary-color "#0f766e"',
        'crossdock branding set --mail-footer ""'
      )
    )
    .action(async (options: SetBrandingOptions) =>
      (await import('./set.js')).setBranding(factory, options)
    )

  branding
    .command('logo')
    .description('Set the logo: a PNG, JPEG or WebP of at most 512 KiB')
    .argument('[file]', 'its path')
    .option('--remove', 'remove the logo')
    .addHelpText(
      'after',
      examples('crossdock branding logo logo.png', 'crossdock branding logo --remove')
    )
    .action(async (file: string | undefined, { remove = false }: { remove?: boolean }) =>
      (await import('./logo.js')).setLogo(factory, file, remove)
    )

  const domain = branding.command('domain').description("The organization's own domain")
  const load = () => import('./domain.js')

  domain
    .command('claim')
    .description('Set the domain, and show the TXT record that proves it')
    .argument('<domain>', 'such as files.example.com')
    .addHelpText('after', examples('crossdock branding domain claim files.example.com'))
    .action(async (name: string) => (await load()).claimDomain(factory, name))

  domain
    .command('verify')
    .description('Check the TXT record; when verified, people sign in at the domain')
    .addHelpText('after', examples('crossdock branding domain verify'))
    .action(async () => (await load()).verifyDomain(factory))

  domain
    .command('remove')
    .description('Remove the domain')
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', examples('crossdock branding domain remove --yes'))
    .action(async ({ yes = false }: { yes?: boolean }) => (await load()).removeDomain(factory, yes))
}
