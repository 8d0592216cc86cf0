import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { SetBrandingOptions } from './set.js'

const HELP = `
What an organization shows of itself on its sign-in page, in the console and in mails, and the domain of its own at which it
is reached.`

/** How the organization shows itself, and its own domain. */
export function addBranding(program: Command, factory: Factory): void {
  const branding = program
    .command('branding')
    .description("See and change the organization's name, logo, colors, mails and domain")
    .addHelpText('after', HELP)

  branding
    .command('show')
    .description('Show what the organization has chosen')
    .addHelpText('after', examples('crossdock branding show'))
    .action(async () => (await import('./show.js')).showBranding(factory))

  branding
    .command('set')
    .description('Change some of it; "" takes a thing away')
    .option('--product-name <name>', 'stands where Crossdock stands')
    .option('--primary-color <color>', 'of buttons, as #rrggbb')
    .option('--accent-color <color>', 'of links, as #rrggbb')
    .option('--mail-sender <name>', 'before the address mails come from')
    .option('--mail-footer <text>', 'below every mail')
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
    .option('--remove', 'take the logo away')
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
    .description('Say which domain it is, and see by which record it is proven')
    .argument('<domain>', 'such as files.example.com')
    .addHelpText('after', examples('crossdock branding domain claim files.example.com'))
    .action(async (name: string) => (await load()).claimDomain(factory, name))

  domain
    .command('verify')
    .description('Look whether the record is there; with it people sign in at the domain')
    .addHelpText('after', examples('crossdock branding domain verify'))
    .action(async () => (await load()).verifyDomain(factory))

  domain
    .command('remove')
    .description('Give the domain up')
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', examples('crossdock branding domain remove --yes'))
    .action(async ({ yes = false }: { yes?: boolean }) => (await load()).removeDomain(factory, yes))
}
