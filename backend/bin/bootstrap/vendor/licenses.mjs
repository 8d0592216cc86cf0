import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'

/** Writes the licenses of all packages that these modules belong to. */
export function writeLicenses(file, modules) {
  const folders = new Set(
    modules
      .filter(isAbsolute)
      .flatMap((id) => /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id) ?? [])
  )
  const texts = [...folders].sort().map(licenseOf)
  writeFileSync(file, texts.join(`\n${'-'.repeat(80)}\n\n`))
}

function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return `${[`${name} ${version} (${license})`, ...texts].join('\n\n')}\n`
}
