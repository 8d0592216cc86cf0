import AdonisProvider from '@adonisjs/core/providers/app_provider'

/**
 * The provider of AdonisJS, without its generator of route types. Crossdock generates route types from the
 * operations.
 */
export default class AppProvider extends AdonisProvider {
  override async ready(): Promise<void> {}
}
