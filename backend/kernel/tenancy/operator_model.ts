import { Model } from './tenant_model.js'

/**
 * Base of models whose rows belong to the operator and to no tenant. They can only be used in operator scope.
 * Their tables have no `tenant_id`, so on PostgreSQL the role of tenants cannot read them.
 */
export class OperatorModel extends Model {
  static readonly operatorOwned = true
}
