import { readFileSync, writeFileSync } from 'node:fs'
import postject from 'postject'
import * as ResEdit from 'resedit'
import { signAdHoc } from './mach_o_signature.mjs'

const resource = 'NODE_SEA_BLOB'
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'
const rcData = 10

/** Injects the blob of a program into an executable of Node. */
export async function inject(target, path, blob) {
  if (target.platform === 'windows') return injectWindows(target, path, blob)
  await quietly(() =>
    postject.inject(path, resource, blob, {
      sentinelFuse: fuse,
      ...(target.platform === 'macos' ? { machoSegmentName: 'NODE_SEA' } : {}),
    })
  )
  // macOS on arm64 requires a signature; an ad hoc one is enough.
  if (target.platform === 'macos') {
    writeFileSync(path, signAdHoc(readFileSync(path), 'com.crossdock.agent'))
  }
}

/** The library prints warnings that apply to all executables of Node. */
async function quietly(work) {
  const { log, warn, error } = console
  console.log = console.warn = console.error = () => {}
  try {
    await work()
  } finally {
    Object.assign(console, { log, warn, error })
  }
}

/**
 * Without postject: it would keep the entry of the removed certificate, which would then point into the new
 * data.
 */
function injectWindows({ agentVersion }, path, blob) {
  const executable = ResEdit.NtExecutable.from(readFileSync(path), { ignoreCert: true })
  const resources = ResEdit.NtExecutableResource.from(executable)
  resources.entries.push({ type: rcData, id: resource, lang: 1033, codepage: 1200, bin: blob })
  const [version] = ResEdit.Resource.VersionInfo.fromEntries(resources.entries)
  if (version) {
    const [major = 0, minor = 0, patch = 0] = agentVersion.split('.').map(Number)
    version.setFileVersion(major, minor, patch, 0, 1033)
    version.setProductVersion(major, minor, patch, 0, 1033)
    version.setStringValues(
      { lang: 1033, codepage: 1200 },
      {
        FileDescription: 'Crossdock agent',
        ProductName: 'Crossdock',
        CompanyName: 'Crossdock',
        InternalName: 'crossdock-agent',
        OriginalFilename: 'crossdock-agent.exe',
        LegalCopyright: 'MIT License; contains Node.js',
      }
    )
    version.outputToResourceEntries(resources.entries)
  }
  resources.outputResource(executable)
  const bytes = Buffer.from(executable.generate())
  blowFuse(bytes)
  writeFileSync(path, bytes)
}

/** Marks the executable as containing a program. */
function blowFuse(bytes) {
  const whole = Buffer.from(`${fuse}:0`)
  const at = bytes.indexOf(whole)
  if (at < 0 || bytes.indexOf(whole, at + 1) >= 0) {
    throw new Error('This Node must have exactly one fuse for a program.')
  }
  bytes[at + whole.length - 1] = '1'.charCodeAt(0)
}
