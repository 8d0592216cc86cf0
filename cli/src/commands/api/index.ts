import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { ApiOptions } from './call.js'

const HELP = `
Fields go into the JSON body; with GET, HEAD and --input they go into the URL.
  -f name=Quay             the text "Quay"
  -F isActive=true         JSON: true, 5, null, ["a"], {"b":1}; other values are text
  -F description=@a.txt    the text of a file ("@-": of standard input)
  -f config[region]=eu     a value inside an object
  -f tags[]=a -f tags[]=b  values of a list

JSON is printed as JSON, everything else unchanged. A refusal prints a sentence on stderr
and exits with a code that "crossdock --help" lists; with --include the whole answer is
printed, too.
"crossdock api GET /api/openapi.json" describes the routes, including those of plugins.`

/** Adds the command that calls any route of the server, including routes without a command. */
export function addApi(program: Command, factory: Factory): void {
  const append = (value: string, before: string[] = []) => [...before, value]

  program
    .command('api')
    .description('Call any route of the API')
    .argument('<method>', 'GET, POST, PUT, PATCH, DELETE or HEAD')
    .argument('<path>', 'such as /api/users, with or without a query')
    .option('-f, --field <key=value>', 'add a text', append)
    .option('-F, --typed-field <key=value>', 'add a value that is read as JSON', append)
    .option('--input <file>', 'send this file as the body ("-" is standard input)')
    .option('-H, --header <name: value>', 'add a header', append)
    .option('-i, --include', 'print the status and the headers before the answer')
    .option('--paginate', 'read all pages of a list as one list')
    .addHelpText('after', HELP)
    .addHelpText(
      'after',
      examples(
        "crossdock api GET /api/users --paginate --query '[].email'",
        'crossdock api POST /api/users -f email=ada@acme.example -f role=editor',
        'crossdock api GET /api/flow-executions -f status=failed -f limit=5',
        'crossdock api PUT /api/integrations/workflows/$id -F isActive=false',
        'crossdock api POST /api/integrations/systems --input system.json',
        'crossdock api GET /api/assets/$id/content > invoice.pdf'
      )
    )
    .action(async (method: string, path: string, options: ApiOptions) => {
      const { callApi } = await import('./call.js')
      await callApi(factory, method, path, options)
    })
}
