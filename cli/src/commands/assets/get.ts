import type { Asset } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { contentFrom, downloadFile, exists, targetFor } from '../../assets/download.js'
import { resolveFile } from '../../assets/resolve.js'
import { CliError, ExitCode, UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { formatBytes } from '../../output/format.js'
import { Progress } from '../../output/progress.js'

export interface GetOptions {
  output?: string
  force?: boolean
}

/** Downloads one file. */
export async function getAsset(
  factory: Factory,
  pathOrId: string,
  options: GetOptions
): Promise<void> {
  if (options.output === '-' && factory.flags.json) {
    throw new UsageError(
      '--output - and --json both want standard output.',
      'Leave one of them off.'
    )
  }
  const api = await factory.api()
  const asset = await resolveFile(api, pathOrId)
  if (options.output === '-') return toStdout(factory, api, asset)

  const target = await targetFor(factory, asset, options.output)
  if (!options.force && (await exists(factory.path(target)))) {
    throw new CliError(ExitCode.refused, `"${target}" exists already.`, {
      hint: 'Replace it with --force, or write elsewhere with --output <file>.',
    })
  }

  let progress = new Progress(factory.streams.stderr, asset.name, asset.size)
  const done = factory.onInterrupt(() => {
    progress.end()
    factory.note('Interrupted: what has arrived is kept, and the same command goes on from there.')
  })
  try {
    await downloadFile(api, asset, factory.path(target), {
      onStart: (alreadyThere) => {
        progress = new Progress(factory.streams.stderr, asset.name, asset.size, alreadyThere)
      },
      onBytes: (bytes) => progress.advance(bytes),
    })
  } finally {
    done()
    progress.end()
  }
  if (factory.flags.json) return factory.printJson(asset)
  factory.say(`Downloaded ${asset.name} (${formatBytes(asset.size)}) to ${target}.`)
}

async function toStdout(factory: Factory, api: ApiClient, asset: Asset): Promise<void> {
  const { stdout } = factory.streams
  let written = 0
  for await (const chunk of contentFrom(api, asset, 0)) {
    written += chunk.length
    if (!stdout.write(chunk)) await new Promise((drained) => stdout.once('drain', drained))
  }
  if (written !== asset.size) {
    throw new CliError(
      ExitCode.unreachable,
      `The download of "${asset.name}" ended after ${written} of ${asset.size} bytes.`,
      { hint: 'Run the command again.' }
    )
  }
}
