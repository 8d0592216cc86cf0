import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { LoginOptions } from './login.js'

const LOGIN_HELP = `
A super administrator who gives --tenant keeps working in that tenant.

Without a terminal sign in with two commands: the first has the code mailed, the second uses it.
  $ crossdock login --server https://crossdock.example.com --email ops@example.com --organization acme
  $ crossdock login --server https://crossdock.example.com --email ops@example.com --organization acme --code 123456

The token is stored in $XDG_CONFIG_HOME/crossdock/profiles, readable by you only.`

/** Adds the commands to sign in and out, and to show who is signed in. */
export function addSession(program: Command, factory: Factory): void {
  program
    .command('login')
    .description('Sign in with a mailed code, and store an API token for this computer')
    .option('--email <address>', 'your e-mail address')
    .option('--organization <name>', 'subdomain, id or exact name; empty for admin access')
    .option('--code <code>', 'the 6-digit code or the sign-in link you received')
    .option('--token <token>', 'store this API token instead ("-" reads it from standard input)')
    .addHelpText('after', LOGIN_HELP)
    .addHelpText('after', examples('crossdock login --server https://crossdock.example.com'))
    .action(async (options: LoginOptions) => {
      const { login } = await import('./login.js')
      await login(factory, options)
    })

  program
    .command('logout')
    .description('Revoke the stored token and delete the profile')
    .addHelpText('after', examples('crossdock logout', 'crossdock logout --profile staging'))
    .action(async () => {
      const { logout } = await import('./logout.js')
      await logout(factory)
    })

  program
    .command('whoami')
    .description('Show who is signed in, and where')
    .addHelpText('after', examples('crossdock whoami', 'crossdock whoami --query user.email'))
    .action(async () => {
      const { whoami } = await import('./whoami.js')
      await whoami(factory)
    })
}
