import { CliError, ExitCode } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { revoke } from './revoke.js'

/** Deletes the profile, and revokes its token when `login` created it. */
export async function logout(factory: Factory): Promise<void> {
  const profile = await factory.profile()
  if (!profile) {
    throw new CliError(
      ExitCode.notSignedIn,
      `There is no profile "${factory.profileName}" to sign out of.`,
      { hint: 'Name another profile with --profile.' }
    )
  }
  await revoke(factory, profile)
  await (await factory.profiles()).remove(factory.profileName)
  if (factory.flags.json) return factory.printJson(null)
  factory.say(`Signed out of ${profile.server}.`)
}
