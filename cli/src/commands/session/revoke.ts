import { ApiClient } from '../../api/client.js'
import type { Profile } from '../../config/profiles.js'
import { CliError, ExitCode } from '../../errors.js'
import type { Factory } from '../../factory.js'

/** Revokes a token that `login` created. A token from --token belongs to its owner and stays. */
export async function revoke(
  factory: Factory,
  profile: Pick<Profile, 'server' | 'token' | 'tokenId'>
): Promise<void> {
  if (!profile.tokenId) return
  const headers = { authorization: `Bearer ${profile.token}` }
  try {
    await new ApiClient({ server: profile.server, headers }).delete(
      `/api/api-tokens/${encodeURIComponent(profile.tokenId)}`
    )
  } catch (error) {
    const isGone =
      error instanceof CliError &&
      (error.exitCode === ExitCode.notSignedIn || error.exitCode === ExitCode.notFound)
    if (isGone) return
    const why = error instanceof Error ? error.message : String(error)
    factory.note(
      `The token ${profile.tokenId} on ${profile.server} could not be revoked: ${why} ` +
        `It stays valid until you revoke it there (DELETE /api/api-tokens/${profile.tokenId}).`
    )
  }
}
