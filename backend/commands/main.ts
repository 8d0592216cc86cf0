import { ListLoader } from '@adonisjs/core/ace'
import OpenapiGenerate from './openapi_generate.js'
import TokenCreate from './token_create.js'

const loader = new ListLoader([OpenapiGenerate, TokenCreate])

export const getMetaData = () => loader.getMetaData()
export const getCommand = (metadata: Parameters<typeof loader.getCommand>[0]) =>
  loader.getCommand(metadata)
