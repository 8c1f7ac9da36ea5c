const list = (text: string): readonly string[] =>
  text
    .split(/\s*\|\s*|\n/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** Phrases that ask to leave. */
export const LEAVE =
  list(`leave | quit | exit | stop | stop here | stop it | cancel | abort | abandon | never mind | nevermind | forget it
  forget about it | break out | get out | get me out | drop it | drop this | call it off | give up | end it | end this | end here | bail | bail out
  let it go | scrap it | scrap that | scrap this | skip it | enough | that's enough | that is enough | i'm done | i am done | we're done | close it | kill it
  aufhören | abbrechen | stopp | beenden | verlassen | lass es | vergiss es | hör auf | brich ab | schluss | raus hier
  arrête | arrete | arrêter | annuler | annule | quitter | laisse tomber | abandonner | stopper
  para | parar | cancela | cancelar | salir | déjalo | dejalo | olvídalo | olvidalo | detente | termina
  annulla | ferma | fermati | esci | lascia perdere | basta | interrompi
  sair | pare | esquece | cancele | stoppen | annuleren | laat maar | ophouden | hou op
  avbryt | sluta | stoppa | lämna | przerwij | anuluj | wyjdź | zostaw to
  стоп | хватит | отмена | отменить | прекрати | выйти | выход | забудь
  停止 | 取消 | 退出 | 算了 | 别找了 | 不用了 | やめて | やめる | やめます | 中止 | キャンセル | 終了 | 止めて`);

/** Phrases that ask to go on. */
export const GO =
  list(`search | go | go on | go ahead | continue | proceed | start | begin | do it | do that | do so | resume | looks good | look good
  look | find out | run it | run | fire away | carry on | keep going | keep on | stay | remain | keep it | keep searching | keep looking | sounds good | good
  fine | perfect | great | let's go | lets go | make it so | get going | get started | go for it | works for me | that works | lgtm | approved | agreed
  start searching | start looking | have at it | right | correct | exactly
  weiter | weitermachen | mach weiter | los | leg los | fang an | such | suche | suchen | bleib | bleiben | passt | gut | genau | einverstanden
  continuez | continuer | vas y | allez y | on y va | cherche | cherchez | rester | reste | d'accord | c'est bon | très bien
  sigue | continúa | continua | adelante | busca | buscar | vale | de acuerdo | quédate | quedarse
  avanti | vai | cerca | continuare | resta | va bene | d'accordo
  continue sim | pode ir | segue | pesquise | pesquisar | ficar | ga door | doorgaan | zoek | zoeken | blijf | blijven | prima
  fortsätt | sök | kör | stanna kvar | szukaj | kontynuuj | dalej | zostań
  продолжай | продолжить | дальше | ищи | искать | давай | остаться
  继续 | 开始 | 搜索 | 可以 | 留下 | 続けて | 続ける | 続けます | 検索 | 検索して | 始めて | お願いします | 残る`);

export const YES =
  list(`yes | yep | yeah | yup | yes yes | y | ok | okay | k | kk | sure | sure thing | of course | absolutely | definitely | certainly | affirmative | aye | please do
  ja | jawohl | klar | jo | natürlich | oui | ouais | bien sûr | sí | si | claro | sim | certo | jep | tak | jasne | да | конечно | ага
  是 | 是的 | 好 | 好的 | 对 | 行 | はい | ええ | うん | いいよ | いいです`);

export const NO =
  list(`no | nope | nah | n | no no | no way | not at all | negative | by no means | absolutely not | of course not | certainly not | definitely not
  nein | nö | nee | keineswegs | non | pas du tout | não | nao | nie | нет | неа | nej | 不 | 不是 | 不要 | 不行 | いいえ | いや | だめ`);

/** What turns the words after it round. */
export const DENY =
  list(`do not | don't | dont | never | not | no need to | please don't | rather not | i would rather not | i'd rather not | without | can't | cannot | must not | mustn't | should not | shouldn't | won't | will not | wouldn't | didn't say | did not say | i didn't say | why would i | no reason to
  nicht | niemals | kein | keine | ne | pas | jamais | nunca | mai | niet | inte | не | никогда | 别 | 不想 | 不用`);

/** What may stand beside a choice and says nothing. */
export const FILLER =
  list(`please | pls | plz | thanks | thank you | thx | cheers | now | then | just | so | well | actually | really | maybe | perhaps | i think | i guess | i say | i said
  let's | lets | let us | let me | i want to | i want you to | i'd like to | i would like to | i wanna | we should | you should | you can | you may | can you | could you | can we | could we | shall we | would you | i | we | you | want | to | me | us | my | on | with | the | a | an | at | for | from | of | and | but | here | there | it | this | that | all | everything | one | for now | right now | right away | already | any more | anymore | again | at all | yet | too | also | please be so kind | oh | hm | hmm | um | uh | ah | hey | mate | man | sir | everyone | is | it's | that's | be | am | i'm | i am | up | off | out | in
  bitte | danke | doch | mal | jetzt | das | es | die | der | den | ich | wir | du | sie | will | wollen | möchte | einfach | schon | nur | und | auf | hier | zu | mit | suche | damit
  s'il te plaît | s'il vous plaît | merci | la | le | les | ça | je | tu | veux | maintenant | por favor | gracias | ahora | esto | eso | la búsqueda | per favore | grazie | adesso | ora | questo | obrigado | agora | isso | alsjeblieft | dank je | nu | het | de | tack | snälla | det | proszę | dziękuję | teraz | to | пожалуйста | спасибо | это | сейчас
  请 | 吧 | 谢谢 | 了 | 我 | 想 | 要 | 就 | ください | ありがとう | です | ます | もう | それ | を`);

/** What is left, stayed in, searched. */
export const REST = list(
  `research | the research | the search | this search | that search | the run | this run | la recherche | die suche | search plan | plan | run | job | task | session | conversation | question | answer | results | things | work | whole thing | looking | searching | recherche | recherche ab | búsqueda | ricerca | pesquisa | zoekopdracht | sökning`,
);
