import type { TlsAttack, TlsDetails } from '@palisade/report/sections/tls';
import { tlsEndpoint } from '@palisade/report/tls-endpoint';
import { DataTable } from '../../shell/data-table.tsx';
import type { EvidenceWords } from '../../words/evidence/en.ts';
import { Code, yesNo } from './facts.tsx';

/** What can be derived from what the server accepts: groups, named attacks, real clients, published policies. */
export function TlsLists({ details, text }: { details: TlsDetails; text: EvidenceWords }) {
  const { group_list: groups = [], attacks = [], clients = [], policies = [] } = details;
  const { trust_programs: programs = [], other_addresses: addresses = [], revocation } = details;
  const endpoint = tlsEndpoint(details);
  return (
    <>
      {programs.length > 0 && (
        <DataTable
          caption={text.trustPrograms}
          head={[text.program, text.accepts, text.because]}
          rows={programs.map(({ program, accepts, reasons }) => [
            program,
            yesNo(accepts, text),
            english(reasons.length === 0 ? null : reasons.join('; ')),
          ])}
        />
      )}
      {revocation && (
        <DataTable
          caption={text.revocation}
          head={[text.askedBy, text.answer]}
          rows={[[revocation.method?.toUpperCase() ?? '–', english(revocation.reason ?? revocation.status)]]}
        />
      )}
      {endpoint.length > 0 && (
        <DataTable
          caption={text.endpoint}
          head={[text.name, text.found]}
          rows={endpoint.map(([name, found]) => [english(name), english(found)])}
        />
      )}
      {addresses.length > 0 && (
        <DataTable
          caption={text.otherAddresses}
          head={[text.address, text.differs]}
          rows={addresses.map(({ address, differences }) => [
            <Code key="address">{address}</Code>,
            differences.length === 0 ? text.nothing : english(differences.join('; ')),
          ])}
        />
      )}
      {groups.length > 0 && (
        <DataTable
          caption={text.groups}
          head={[text.name, text.offered]}
          rows={groups.map(({ group, offered }) => [group, yesNo(offered, text)])}
        />
      )}
      {attacks.length > 0 && (
        <DataTable
          caption={text.attacks}
          head={[text.name, text.status, text.because]}
          rows={attacks.map(({ name, state, by }) => [name, text.attackStates[state], english(by)])}
        />
      )}
      {clients.length > 0 && (
        <DataTable
          caption={text.clients}
          head={[text.client, text.connects, text.version, text.suite, text.because]}
          rows={clients.map(({ client, connects, version, suite, reason }) => [
            client,
            yesNo(connects, text),
            version ?? '–',
            suite === null ? '–' : <Code key="suite">{suite}</Code>,
            english(reason),
          ])}
        />
      )}
      {policies.length > 0 && (
        <DataTable
          caption={text.tlsPolicies}
          head={[text.policy, text.passes, text.because]}
          rows={policies.map(({ policy, passes, failures }) => [
            policy,
            yesNo(passes, text),
            english(failures.length === 0 ? null : failures.join('; ')),
          ])}
        />
      )}
    </>
  );
}

/** Text from the scanner, which is in English. */
function english(said: TlsAttack['by']) {
  return said === null ? '–' : <span lang="en">{said}</span>;
}
