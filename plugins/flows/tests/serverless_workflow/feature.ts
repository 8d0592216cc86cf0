import { parse } from 'yaml'

/** A task of the DSL: one entry of a list, by its name. */
export interface Task {
  name: string
  body: Record<string, unknown>
}

/** An assertion of a scenario about the end of a run, or the order of its tasks. */
export interface Claim {
  sentence: string
  value?: unknown
}

/** A scenario of the conformance kit, as written in its feature file. */
export interface Scenario {
  name: string
  tasks: Task[]
  input: unknown
  claims: Claim[]
}

/** The scenarios of a feature file. Each sentence may precede one block of YAML. */
export function scenariosOf(feature: string): Scenario[] {
  return feature
    .split(/^\s*Scenario: /m)
    .slice(1)
    .map((text) => {
      const [name = '', ...lines] = text.split('\n')
      const claims = sentencesOf(lines)
      const valueOf = (start: string) =>
        claims.find(({ sentence }) => sentence.startsWith(start))?.value
      const definition = valueOf('a workflow with definition') as { do: unknown }
      return {
        name: name.trim(),
        tasks: tasksOf(definition.do),
        input: valueOf('given the workflow input') ?? {},
        claims: claims.slice(
          claims.findIndex(({ sentence }) => sentence.endsWith('is executed')) + 1
        ),
      }
    })
}

/** A list of the DSL, in which each entry is an object with one name. */
export const tasksOf = (list: unknown): Task[] =>
  (list as Record<string, Record<string, unknown>>[]).map((entry) => {
    const [[name, body]] = Object.entries(entry) as [[string, Record<string, unknown>]]
    return { name, body }
  })

function sentencesOf(lines: readonly string[]): Claim[] {
  const claims: Claim[] = []
  let block: string[] | undefined
  for (const line of lines) {
    const said = /^\s*(?:Given|When|Then|And) (.*?):?\s*$/.exec(line)?.[1]
    if (line.trim().startsWith('"""')) {
      if (block) claims.at(-1)!.value = parse(block.join('\n'))
      block = block ? undefined : []
    } else if (block) block.push(line)
    else if (said) claims.push({ sentence: said })
  }
  return claims
}
