import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { at } from './paths.mjs'
import { usedPackages } from './sbom.mjs'

export const noticesName = 'THIRD-PARTY-NOTICES.txt'

const line = `\n${'-'.repeat(80)}\n\n`

/** Writes the licenses of all packages of an installation: each text once, below the packages that have it. */
export function writeNotices(file = at('build', noticesName)) {
  const others = usedPackages().filter(({ path }) => path.includes('node_modules/'))
  const folders = new Map(others.map(({ ref, path }) => [ref, at(path)]))
  // A package for another platform is listed, but not installed.
  const foreign = [...folders.values()].filter((folder) => existsSync(folder))
  const titles = new Map()
  for (const { title, text } of foreign.map(noticeOf))
    titles.set(text, [...(titles.get(text) ?? []), title])
  const blocks = [...titles].map(([text, own]) => `${own.join('\n')}\n\n${text}\n`)
  writeFileSync(file, [heading, ...blocks].join(line))
}

const heading = 'Crossdock contains or uses these packages. Their licenses:\n'

function noticeOf(folder) {
  const { name, version, author, ...manifest } = readJson(folder)
  const license = manifest.license ?? manifest.licenses?.map(({ type }) => type).join(', ')
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim())
  const holder = author?.name ?? author ?? `the authors of ${name}`
  const text = texts.join('\n\n') || (standard[license]?.(holder) ?? `License: ${license}`)
  return { title: `${name} ${version} (${license})`, text }
}

const readJson = (folder) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
const textOf = (file) => readFileSync(at(file), 'utf8').trim()

/** The licenses of packages that contain no text. */
const standard = {
  MIT: (holder) => textOf('LICENSE').replace(/\(c\).*/, `(c) ${holder}`),
  'Apache-2.0': () => textOf('node_modules/@aws-sdk/client-s3/LICENSE'),
  'LGPL-3.0-or-later': () => textOf('node_modules/libheif-js/LICENSE'),
}
