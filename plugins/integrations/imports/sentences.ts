import { text, type Text } from '@crossdock/kernel/ground'
import type { Finding } from '../definitions/plan.js'

type Params = Finding['params']

const param = (params: Params, name: string): string | number => params[name] ?? ''

/** Errors of a whole document. */
const ofDocument: Record<string, (params: Params) => Text> = {
  notAnObject: () =>
    text('The document is neither a JSON object nor a YAML map. Give an OpenAPI description.'),
  notOpenApi: () =>
    text(
      'The document is not an OpenAPI description of version 2.0, 3.0 or 3.1. Its "openapi" or "swagger" must name one of them.'
    ),
  notJson: (params) =>
    text('The document is not valid JSON: {why}.', { why: param(params, 'why') }),
  notYaml: (params) =>
    text('The document is not valid YAML: {why}.', { why: param(params, 'why') }),
  noOperations: () =>
    text('The document describes no operation. Bundle it when its paths are in other files.'),
  tooDeep: (params) =>
    text('The document is nested more than {most} deep.', { most: param(params, 'most') }),
  yamlTooLong: (params) =>
    text('A document in YAML may have at most {most} MiB. Convert it to JSON.', {
      most: param(params, 'most'),
    }),
  tooMuchWork: () =>
    text(
      'Reading the document takes too much work. Import only a part, or remove repeated content.'
    ),
  tooMuchMemory: () => text('Reading the document takes too much memory. Import only a part.'),
  tooSlow: (params) =>
    text('The document could not be read within {seconds} seconds. Import only a part.', {
      seconds: param(params, 'seconds'),
    }),
}

const ofFinding: Record<string, (params: Params) => Text> = {
  baseUrlAsked: (params) =>
    text('The description names the address "{url}", which is not complete. Enter the base URL.', {
      url: param(params, 'url'),
    }),
  noServer: () => text('The description names no address. Enter the base URL.'),
  variablesFilled: (params) =>
    text('The base URL {address} has default values in place of its variables. Check it.', {
      address: param(params, 'address'),
    }),
  noAuthentication: () =>
    text('The description asks for no authentication. The system is called without credentials.'),
  unknownAuthentication: (params) =>
    text(
      'Crossdock does not know the authentication "{name}" of the description. Choose another way.',
      { name: param(params, 'name') }
    ),
  tokenByHand: () =>
    text('A person signs in to get a token there. Enter an access token, or client credentials.'),
  unknownFlow: (params) =>
    text(
      'The description asks for OAuth 2.0 by "{flow}", which Crossdock does not do. Enter an access token, or client credentials.',
      { flow: param(params, 'flow') }
    ),
  personGrants: () =>
    text(
      'A person grants access at the provider. Enter client ID and secret, and then connect the system.'
    ),
  keyInQuery: (params) =>
    text(
      'The API key "{scheme}" is sent in the query as "{name}". Add it to the query parameters of the endpoints.',
      { scheme: param(params, 'scheme'), name: param(params, 'name') }
    ),
  keyInCookie: (params) =>
    text(
      'The API key "{scheme}" is sent in the cookie "{name}". Send it as the header Cookie of the system.',
      { scheme: param(params, 'scheme'), name: param(params, 'name') }
    ),
  authorizationUrlAsked: (params) =>
    text('The authorization URL "{url}" is not complete. Enter it with the credentials.', {
      url: param(params, 'url'),
    }),
  tokenUrlAsked: (params) =>
    text('The token URL "{url}" is not complete. Enter it with the credentials.', {
      url: param(params, 'url'),
    }),
  operationsLeftOut: (params) =>
    text('An import takes {most} operations. {count} more are left out.', {
      most: param(params, 'most'),
      count: param(params, 'count'),
    }),
  samplesLeftOut: () =>
    text('The samples are too large together. Some operations come without their bodies.'),
  outsideReferences: (params) =>
    text(
      '{count} references lead to other documents, which are not read, such as "{first}". Bundle the description into one file first.',
      { count: param(params, 'count'), first: param(params, 'first') }
    ),
  severalBodyTypes: (params) =>
    text('This operation takes several body types. The endpoint sends {type}; others: {others}.', {
      type: param(params, 'type'),
      others: param(params, 'others'),
    }),
  schemaUnmet: (params) =>
    text(
      'The body is made without looking at these keywords of its schema: {names}. Check it before the first call.',
      { names: param(params, 'names') }
    ),
  oddTypes: (params) =>
    text('JSON Schema has no such types: {names}. The body has texts in their places. Check it.', {
      names: param(params, 'names'),
    }),
  webhooksLeftOut: (params) =>
    text(
      'The description names {count} webhooks, which the system calls itself, such as "{first}". Create an inbound endpoint for each one you need.',
      { count: param(params, 'count'), first: param(params, 'first') }
    ),
  sendsFile: (params) =>
    text('The body is a file ({type}). Choose in the step to send the file as the body.', {
      type: param(params, 'type'),
    }),
  sendsPart: () =>
    text('The body is a form with a file. Choose in the step to send the file as a form.'),
  filePartNamed: (params) =>
    text('The system expects the file in the part "{name}"; Crossdock sends it as "file".', {
      name: param(params, 'name'),
    }),
  severalFiles: () => text('The form has several files. An endpoint sends one.'),
  multipartWithoutFile: () =>
    text('The form is multipart without a file, which an endpoint does not send.'),
  upgrades: () =>
    text('The connection changes to another protocol, which an endpoint does not follow.'),
  neverEnds: () => text('The answer is a stream of events that never ends.'),
  noAnswer: () =>
    text('No successful answer is described. The endpoint expects 200, 201, 202 or 204.'),
  answersFile: () => text('The answer is a file.'),
  cookieNeeded: () => text('The operation needs a cookie. Add it as a header.'),
  bodyOfGet: () => text('A GET request sends no body. The one that is described is left out.'),
  methodUnknown: (params) =>
    text('Endpoints do not use the method {method}.', { method: param(params, 'method') }),
  otherHost: (params) =>
    text(
      'The operation is at another address: {host}. Import it into a system with that address.',
      { host: param(params, 'host') }
    ),
  pathRefused: () => text('The path cannot be called: it is too long or leaves the base URL.'),
  otherAuthentication: (params) =>
    text('The operation asks for the authentication "{name}", unlike the others.', {
      name: param(params, 'name'),
    }),
  textsLeftOut: () =>
    text('Some texts of the sample look like placeholders and are left out. Check the body.'),
}

export const unreadableText = (code: string, params: Params): Text =>
  ofDocument[code]?.(params) ?? text('The document cannot be read.')

export const findingText = ({ code, params }: Finding): Text =>
  ofFinding[code]?.(params) ?? text('Check this operation.')
