import type { CDPSession } from 'playwright-core';

declare const session: CDPSession;

/** playwright-core has the protocol's types only in its events: here they get names. */
export type RequestSent = Parameters<Parameters<typeof session.on<'Network.requestWillBeSent'>>[1]>[0];
export type Initiator = RequestSent['initiator'];
export type Answer = Parameters<Parameters<typeof session.on<'Network.responseReceived'>>[1]>[0]['response'];
export type ScriptParsed = Parameters<Parameters<typeof session.on<'Debugger.scriptParsed'>>[1]>[0];
export interface FrameTree {
  frame: { id: string; url: string };
  childFrames?: FrameTree[];
}
export type LogEntry = Parameters<Parameters<typeof session.on<'Log.entryAdded'>>[1]>[0]['entry'];
export type Paused = Parameters<Parameters<typeof session.on<'Fetch.requestPaused'>>[1]>[0];
export type IssueDetails = Parameters<Parameters<typeof session.on<'Audits.issueAdded'>>[1]>[0]['issue']['details'];
export type CspIssue = NonNullable<IssueDetails['contentSecurityPolicyIssueDetails']>;
export type MixedIssue = NonNullable<IssueDetails['mixedContentIssueDetails']>;
export type BlockedIssue = NonNullable<IssueDetails['blockedByResponseIssueDetails']>;
export type CorsIssue = NonNullable<IssueDetails['corsIssueDetails']>;
