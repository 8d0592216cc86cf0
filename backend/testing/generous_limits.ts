/**
 * What tenants of tests, journeys and benchmarks may use: none of them is about limits but those that set their own. By the
 * columns of `tenant_environments`.
 */
export const generousLimits = {
  api_calls_per_month: 1_000_000_000,
  rate_limit_per_minute: 100_000_000,
  concurrent_connections: 10_000,
  storage_quota_gb: 100_000,
  // A terabyte, which is all a file may have anywhere.
  max_file_size: 1024 * 1024,
  max_external_systems: 1_000_000,
  max_workflows: 1_000_000,
  max_api_endpoints: 1_000_000,
  max_webhooks: 1_000_000,
}
