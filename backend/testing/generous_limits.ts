/**
 * Limits of tenants in tests, journeys and benchmarks, by the columns of `tenant_environments`. Only tests that
 * set their own limits are about limits.
 */
export const generousLimits = {
  api_calls_per_month: 1_000_000_000,
  rate_limit_per_minute: 100_000_000,
  concurrent_connections: 10_000,
  storage_quota_gb: 100_000,
  // A terabyte, the maximum size of any file.
  max_file_size: 1024 * 1024,
  max_external_systems: 1_000_000,
  max_workflows: 1_000_000,
  max_api_endpoints: 1_000_000,
  max_webhooks: 1_000_000,
}
