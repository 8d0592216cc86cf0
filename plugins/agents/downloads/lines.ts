import { originsOf } from '@crossdock/kernel/tenancy'
import type { Platform } from '../contracts/index.js'
import { builtAgents, type BuiltAgent } from './files.js'

/**
 * One line for each platform that downloads the program, verifies it, enrolls the machine and installs the
 * service. Without a build there is no download, and the Crossdock command line is used instead.
 * @param token contains only letters, digits, dashes and underscores, so it needs no quotes
 */
export async function linesFor(token: string): Promise<Record<Platform, string>> {
  const [server] = originsOf(null)
  const { files } = await builtAgents()
  const of = (platform: Platform) => files.filter((file) => file.platform === platform)
  return {
    linux: unixLine(server, token, of('linux'), 'sha256sum -c -'),
    macos: unixLine(server, token, of('macos'), 'shasum -a 256 -c -'),
    windows: windowsLine(server, token, of('windows')),
  }
}

const from = (server: string, platform: Platform) =>
  `${server}/api/desktop-agents/downloads/${platform}`

const withCli = (server: string, token: string) =>
  `crossdock agent enroll --server ${server} --token ${token} && crossdock agent install`

function unixLine(server: string, token: string, files: BuiltAgent[], check: string): string {
  const [first] = files
  if (!first) return withCli(server, token)
  const sums = files.map(({ arch, sha256 }) => `${arch}) S=${sha256};;`).join(' ')
  return [
    `A=$(uname -m | sed 's/x86_64/x64/;s/aarch64/arm64/')`,
    `case $A in ${sums} *) echo "There is no agent for $A." >&2; false;; esac`,
    `curl -fsSL ${from(server, first.platform)}-$A -o crossdock-agent`,
    `echo "$S  crossdock-agent" | ${check}`,
    'chmod +x crossdock-agent',
    `./crossdock-agent enroll --server ${server} --token ${token}`,
    './crossdock-agent install',
  ].join(' && ')
}

function windowsLine(server: string, token: string, files: BuiltAgent[]): string {
  if (files.length === 0) return withCli(server, token).replace(' && ', '; ')
  const sums = files.map(({ arch, sha256 }) => `'${arch}'='${sha256}'`).join('; ')
  return [
    `$ErrorActionPreference='Stop'`,
    `$a=if($env:PROCESSOR_ARCHITECTURE -eq 'ARM64'){'arm64'}else{'x64'}`,
    `$s=@{${sums}}`,
    `Invoke-WebRequest "${from(server, 'windows')}-$a" -OutFile crossdock-agent.exe`,
    `if((Get-FileHash crossdock-agent.exe -Algorithm SHA256).Hash -ne $s[$a]){throw 'The download is damaged. Try again.'}`,
    `.\\crossdock-agent.exe enroll --server ${server} --token ${token}`,
    '.\\crossdock-agent.exe install',
  ].join('; ')
}
