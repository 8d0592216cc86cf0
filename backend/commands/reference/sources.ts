import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type ts from 'typescript'

type Compiler = typeof ts

/** A reference that packages import: `export const accounts = service<Accounts>('users.accounts')`. */
export interface Reference {
  kind: 'service' | 'extensionPoint'
  id: string
  name: string
  /** The type it takes or returns, as written. */
  contract: string
  doc: string
  file: string
}

/** An interface with its comments. */
export interface Shape {
  name: string
  doc: string
  extends: string[]
  members: { name: string; type: string; optional: boolean; doc: string }[]
}

/** Declarations in the sources, with their comments. */
export class Sources {
  readonly references: Reference[] = []
  readonly shapes = new Map<string, Shape>()

  private constructor(private readonly compiler: Compiler) {}

  static async of(...paths: string[]): Promise<Sources> {
    // A variable, because a literal import would bundle the compiler into the built server.
    const compiler = 'typescript'
    const { default: ts } = (await import(compiler)) as { default: Compiler }
    const sources = new Sources(ts)
    for (const path of paths) {
      for (const file of await filesAt(path)) await sources.#read(file)
    }
    return sources
  }

  async #read(file: string): Promise<void> {
    const { compiler } = this
    const text = await readFile(file, 'utf8')
    const source = compiler.createSourceFile(file, text, compiler.ScriptTarget.Latest, true)
    for (const statement of source.statements) {
      if (compiler.isInterfaceDeclaration(statement)) this.#addShape(statement)
      else if (compiler.isTypeAliasDeclaration(statement)) this.#addAlias(statement)
      else if (compiler.isVariableStatement(statement)) this.#addReferences(statement, file)
    }
  }

  #addShape(node: ts.InterfaceDeclaration): void {
    const { compiler } = this
    const members = node.members.flatMap((member) => {
      if (!member.name) return []
      const isProperty = compiler.isPropertySignature(member)
      const type = isProperty ? (member.type?.getText() ?? '') : 'function'
      const optional = isProperty && member.questionToken !== undefined
      return [{ name: member.name.getText(), type, optional, doc: this.#docOf(member) }]
    })
    const parents = node.heritageClauses?.flatMap(({ types }) => types.map((one) => one.getText()))
    const name = node.name.text
    this.shapes.set(name, { name, doc: this.#docOf(node), extends: parents ?? [], members })
  }

  #addAlias(node: ts.TypeAliasDeclaration): void {
    const name = node.name.text
    this.shapes.set(name, { name, doc: this.#docOf(node), extends: [], members: [] })
  }

  #addReferences(statement: ts.VariableStatement, file: string): void {
    const { compiler } = this
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!initializer || !compiler.isCallExpression(initializer)) continue
      const kind = initializer.expression.getText()
      const [id] = initializer.arguments
      if (kind !== 'service' && kind !== 'extensionPoint') continue
      if (!id || !compiler.isStringLiteral(id)) continue
      const contract = initializer.typeArguments?.[0]?.getText() ?? ''
      const doc = this.#docOf(statement)
      this.references.push({ kind, id: id.text, name: name.getText(), contract, doc, file })
    }
  }

  /** The text of the comment above a node, without its tags. */
  #docOf(node: ts.Node): string {
    const comments = this.compiler.getJSDocCommentsAndTags(node)
    const texts = comments.map(({ comment }) => this.compiler.getTextOfJSDocComment(comment) ?? '')
    return (texts[0] ?? '').replace(/\s+/g, ' ').trim()
  }
}

/** The source files at a path: the file itself, or all files below it except tests. */
async function filesAt(path: string): Promise<string[]> {
  if (path.endsWith('.ts')) return [path]
  const entries = await readdir(path, { recursive: true }).catch(() => [])
  return entries
    .filter(
      (file) => file.endsWith('.ts') && !/(^|[\\/])(tests|testing|node_modules)[\\/]/.test(file)
    )
    .sort()
    .map((file) => join(path, file))
}
