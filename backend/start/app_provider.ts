import AdonisProvider from '@adonisjs/core/providers/app_provider'

/** AdonisJS' own provider without its generator of route types: ours come from the operations. */
export default class AppProvider extends AdonisProvider {
  override async ready(): Promise<void> {}
}
