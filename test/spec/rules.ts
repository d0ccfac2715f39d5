/** The spec's tables of endpoints, parameters, errors, scopes, limits and events, as data. */

/**
 * Method, path below /api/v1, scope (spec, Endpoints; `PUT` and `POST` on a person: People, rule 5). Of resources that the
 * spec does not name, the declarations are the one place; `client/src/api.ts` shows each change of them.
 */
export const ENDPOINTS: [method: string, path: string, scope: string][] = [
  ['GET', '/people', 'people:read'],
  ['GET', '/people/{id}', 'people:read'],
  ['POST', '/people', 'people:write'],
  ['PATCH', '/people/{id}', 'people:write'],
  ['PUT', '/people/{id}', 'people:write'],
  ['POST', '/people/{id}', 'people:write'],
  ['GET', '/families', 'families:read'],
  ['GET', '/families/{id}', 'families:read'],
  ['POST', '/families', 'families:write'],
  ['GET', '/branches', 'branches:read'],
  ['GET', '/funds', 'funds:read'],
  ['GET', '/contributions', 'contributions:read'],
  ['GET', '/contributions/{id}', 'contributions:read'],
  ['POST', '/contributions', 'contributions:write'],
  ['POST', '/messages', 'messages:write'],
  ['GET', '/messages', 'messages:read'],
  ['GET', '/prayer_requests', 'prayer_requests:read'],
  ['GET', '/prayer_requests/{id}', 'prayer_requests:read'],
  ['POST', '/prayer_requests', 'prayer_requests:write'],
  ['GET', '/gifts', 'gifts:read'],
  ['GET', '/gifts/{id}', 'gifts:read'],
  ['GET', '/sermons', 'sermons:read'],
  ['GET', '/sermons/{id}', 'sermons:read'],
]

/** The resources that the spec names. */
export const SPECIFIED = [...new Set(ENDPOINTS.map(([, path]) => path.split('/')[1] ?? ''))]

/** Authentication, rule 4. */
export const SCOPES = [
  'people:read',
  'people:write',
  'families:read',
  'families:write',
  'branches:read',
  'funds:read',
  'contributions:read',
  'contributions:write',
  'messages:read',
  'messages:write',
  'prayer_requests:read',
  'prayer_requests:write',
  'gifts:read',
  'sermons:read',
]

/** Query parameters of the lists, by resource; `page` and `per_page` are everywhere. */
export const PARAMETERS: Record<string, readonly string[]> = {
  people: [
    'status',
    'branch_id',
    'family_id',
    'q',
    'email',
    'phone',
    'updated_since',
    'created_since',
    'include_deleted',
    'sort',
  ],
  families: ['q', 'branch_id', 'updated_since'],
  branches: [],
  funds: ['active'],
  contributions: [
    'from',
    'to',
    'fund_id',
    'person_id',
    'batch_id',
    'method',
    'source',
    'status',
    'branch_id',
    'updated_since',
    'sort',
  ],
  messages: ['channel', 'status', 'person_id', 'source', 'updated_since'],
  prayer_requests: ['updated_since'],
  gifts: ['updated_since'],
  sermons: ['updated_since'],
}

/** Allowed values of `sort`. */
export const SORTS: Record<string, readonly string[]> = {
  people: ['id', '-id', 'updated_at', '-updated_at', 'last_name'],
  contributions: ['id', '-id', 'given_on', '-given_on'],
}

/** Errors: code → status. `invalid_…` codes of parameters are made from their names. */
export const ERROR_CODES: Record<string, number> = {
  invalid_json: 400,
  unauthorized: 401,
  invalid_api_key: 401,
  insufficient_scope: 403,
  api_disabled: 403,
  church_inactive: 403,
  plan_limit_reached: 403,
  not_found: 404,
  unknown_resource: 404,
  method_not_allowed: 405,
  duplicate_reference: 409,
  idempotency_key_reused: 409,
  no_places: 409,
  validation_failed: 422,
  send_failed: 422,
  recipient_skipped: 422,
  rate_limited: 429,
  resource_error: 500,
  // Decisions, Requests and Success codes.
  invalid_idempotency_key: 400,
  payload_too_large: 413,
  unsupported_media_type: 415,
  service_unavailable: 503,
  // Decisions, Meetings.
  wrong_state: 409,
}

/** Codes of a resource that may not be there yet, by that resource. */
export const CODES_OF: Record<string, string> = { send_failed: 'messages', recipient_skipped: 'messages' }

/** Events with stated triggers: name, module, "Sent when". */
export const EVENTS: [name: string, module: string, when: string][] = [
  ['ping', 'core', 'only when a test event is requested'],
  ['person.created', 'core', 'a person was added'],
  ['person.updated', 'core', "a person's details changed (`previous` has old values)"],
  ['person.deleted', 'core', 'a person was removed'],
  ['person.merged', 'core', 'two duplicate records were merged'],
  ['person.status_changed', 'core', "a person's status changed"],
  ['person.tag_added', 'automations', 'a tag was added to a person (person and tag)'],
  ['person.tag_removed', 'automations', 'a tag was removed from a person (person and tag)'],
  ['contribution.recorded', 'core', 'a gift was recorded: online, manual, imported or via the API'],
  ['contribution.voided', 'core', 'a gift was voided'],
  ['message.sent', 'core', 'an SMS, e-mail, WhatsApp, voice or push message was sent'],
  ['payment.succeeded', 'core', 'an online payment succeeded'],
  ['payment.failed', 'core', 'an online payment failed'],
  ['attendance.recorded', 'core', 'attendance for a service or meeting was recorded'],
  ['user.invited', 'core', 'a team member was invited'],
  ['api.key_created', 'API and webhooks', 'an API key was created (the key itself is never included)'],
  ['api.key_revoked', 'API and webhooks', 'an API key was revoked'],
  ['ai.output_created', 'AI writing module', 'the AI wrote something in the writing studio (only title and template)'],
  ['automations.run_completed', 'automations', 'a person finished an automation journey (run and automation)'],
  ['integrations.feed_created', 'integrations', 'a spreadsheet feed was created'],
  ['integrations.feed_revoked', 'integrations', 'a spreadsheet feed was revoked'],
  ['integrations.hook_subscribed', 'integrations', 'an automation-tool trigger subscribed to an event'],
  ['integrations.hook_unsubscribed', 'integrations', 'an automation-tool trigger unsubscribed'],
  [
    'media.studio_published',
    'media',
    'a sermon studio section (notes, questions or devotional) was published to the sermon page',
  ],
  ['media.studio_unpublished', 'media', 'a sermon studio section was taken off the sermon page'],
  ['nativeapp.device_registered', 'native apps', 'a phone registered for push notifications in the native app'],
  ['reports.emailed', 'reports', 'an executive summary was e-mailed, scheduled or on demand'],
  ['school.attendance_closed', 'Sunday school', 'a class closed a session (session and class)'],
  ['school.promotion_applied', 'Sunday school', 'the promotion was applied (promotion and how many moved)'],
]

/** Events without a stated trigger, by module. */
export const EVENTS_WITHOUT_TRIGGER: Record<string, string> = {
  'API and webhooks': 'api.webhook_gone x.y',
  'Attendance and check-in': 'attendance.checkin attendance.children_picked_up attendance.pickup_flagged',
  'Plan and billing':
    'billing.downgrade_scheduled billing.enterprise_enquiry billing.extras_paused billing.extras_restored billing.plan_changed billing.plan_expired billing.sms_purchased billing.subscription_activated',
  'Care and prayer': 'care.pathway_completed care.prayer_request_created',
  Competitions: 'compete.badge_awarded compete.quiz_completed',
  Dashboard: 'dashboard.setup_completed dashboard.setup_step_done',
  Events: 'events.checked_in events.registered',
  Finance: 'finance.expense_approved finance.remittance_paid',
  'First-timers and follow-up': 'followup.guest_captured followup.stage_changed followup.task_completed',
  Forms: 'forms.submitted',
  Giving:
    'giving.batch_deposited giving.gift_received giving.pledge_created giving.recurring_cancelled giving.recurring_created',
  'Groups and cells':
    'groups.join_requested groups.member_added groups.members_bulk_added groups.message_posted groups.report_submitted',
  Imports: 'imports.completed imports.undone',
  Media: 'media.live_ended media.live_started media.sermon_deleted media.sermon_published',
  'Member app':
    'member.app_installed member.post_published member.push_sent member.registered member.testimony_approved member.testimony_submitted',
  Messages: 'messaging.campaign_sent messaging.inbox_received messaging.unsubscribed',
  People: 'people.imported person.merging',
  'Platform admin':
    'platform.announcement_published platform.church_plan_changed platform.church_status_changed platform.sender_id_decided',
  'Letters, labels and badges': 'print.generated',
  Serve: 'serve.assignment_accepted',
  'Marketing site': 'site.lead_received',
  USSD: 'ussd.pay_requested ussd.session_ended',
  Website: 'website.message_received website.page_published website.template_applied website.translation_created',
}
